/** The facts about states: loaded from the service, cached, and serialized once for each change. */
import { isSameName } from '../../contract/civic-data/override.ts'
import type { StateFacts } from '../../contract/civic-data/state-facts.ts'
import type { Clock } from '../../contract/clock.ts'
import type { StateCode } from '../../contract/states.ts'
import type { CacheTimes } from '../fetch-cache.ts'
import type { Log } from '../observability/log.ts'
import type { CivicFailure, CivicUpstream } from '../upstream/civic-upstream.ts'
import { withTimeout } from '../utils.ts'
import { toCivicClient } from './civic-client.ts'
import { buildStateFacts, getAllowedRegions } from './state-facts.ts'

export type CivicAnswer =
  | {
      type: 'facts'
      facts: StateFacts
      body: string
      /** Whether newer data, or part of the data, failed to load. */
      stale: boolean
    }
  | { type: 'no_such_region' }
  | CivicFailure

/** Returns the facts of a state or region. Never throws. */
export type CivicFacts = (code: StateCode, region: string | undefined) => Promise<CivicAnswer>

export interface CivicFactsDeps {
  upstream: CivicUpstream
  allowedSlugs: readonly string[]
  clock: Clock
  log: Log
  ages?: CacheTimes | undefined
}

/** Without overrides a whole state is returned, marked stale; no region, since it is unknown whether it exists. */
export function createCivicFacts({ upstream, allowedSlugs, clock, log, ages }: CivicFactsDeps): CivicFacts {
  const client = toCivicClient(upstream, {
    clock,
    ...(ages && { ages }),
    onDepartures: (all) =>
      log({
        level: 'warn',
        code: 'civic_contract_violation',
        count: all.length,
        contract_violations: all.slice(0, 10),
      }),
  })
  const cachedAnswers = new Map<string, CachedAnswer>()

  return async (state, requestedRegion) => {
    const [data, catalog, regional] = await Promise.all([client.state(state), client.fields(), client.overrides()])
    if (data.type === 'failed') return data
    if (requestedRegion !== undefined && regional.type === 'failed') return regional
    const sources = {
      stateData: data.value,
      fields: catalog.type === 'kept' ? catalog.value : undefined,
      overrides: regional.type === 'kept' ? regional.value : [],
      allowedSlugs,
    }
    const stale = data.stale || regional.type === 'failed' || regional.stale
    const asOf = Math.min(data.asOf, regional.type === 'kept' ? regional.asOf : data.asOf)
    const parts = [sources.stateData, sources.fields, sources.overrides, stale, asOf]
    const key = requestedRegion === undefined ? state : `${state} ${requestedRegion}`
    const previous = cachedAnswers.get(key)
    if (previous?.parts.every((part, index) => part === parts[index])) return previous.answer
    const region = getAllowedRegions(sources).find(
      (name) => requestedRegion !== undefined && isSameName(name, requestedRegion),
    )
    if (requestedRegion !== undefined && region === undefined) return { type: 'no_such_region' }
    const facts: StateFacts = { ...buildStateFacts(sources, region), as_of: new Date(asOf).toISOString(), stale }
    const body = JSON.stringify(facts)
    const answer = { type: 'facts', facts, body, stale } as const
    // The keys are spellings of existing regions; the limit bounds the memory in any case.
    if (cachedAnswers.size >= maxCachedAnswers) cachedAnswers.clear()
    cachedAnswers.set(key, { parts, answer })
    return answer
  }
}

interface CachedAnswer {
  /** The inputs of the answer; the same objects yield the same answer. */
  parts: readonly unknown[]
  answer: CivicAnswer
}

const maxCachedAnswers = 500

/** How long a page waits for facts that are not cached: too short for a voter to notice. */
const timeoutMs = 300

/** Reads a state's facts within `ms` milliseconds. A slower request continues, so that the next page has them. */
export function toTimedFacts(facts: CivicFacts, ms = timeoutMs): (code: StateCode) => Promise<StateFacts | undefined> {
  return async (code) => {
    const answer = await withTimeout(facts(code, undefined), ms)
    return answer?.type === 'facts' ? answer.facts : undefined
  }
}
