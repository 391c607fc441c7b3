/** The facts about states: loaded from the service, cached, and serialized once for each change. */
import { isSameName } from '../../contract/civic-data/override.ts'
import type { StateFacts } from '../../contract/civic-data/state-facts.ts'
import type { Clock } from '../../contract/clock.ts'
import type { StateCode } from '../../contract/states.ts'
import type { Ages } from '../fetch-cache.ts'
import type { Log } from '../observability/log.ts'
import type { CivicFailure, CivicUpstream } from '../upstream/civic-upstream.ts'
import { withTimeout } from '../utils.ts'
import { civicClient } from './civic-client.ts'
import { shownRegions, stateFactsOf } from './state-facts.ts'

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

export interface CivicSettings {
  upstream: CivicUpstream
  shown: readonly string[]
  clock: Clock
  log: Log
  ages?: Ages | undefined
}

/** Without overrides a whole state is returned, marked stale; no region, since it is unknown whether it exists. */
export function civicFacts({ upstream, shown, clock, log, ages }: CivicSettings): CivicFacts {
  const client = civicClient(upstream, {
    clock,
    ...(ages && { ages }),
    onDepartures: (all) =>
      log({ level: 'warn', code: 'civic_departures', count: all.length, departures: all.slice(0, 10) }),
  })
  const written = new Map<string, Written>()

  return async (state, wanted) => {
    const [data, catalog, regional] = await Promise.all([client.state(state), client.fields(), client.overrides()])
    if (data.type === 'failed') return data
    if (wanted !== undefined && regional.type === 'failed') return regional
    const sources = {
      stateData: data.value,
      fields: catalog.type === 'kept' ? catalog.value : undefined,
      overrides: regional.type === 'kept' ? regional.value : [],
      shown,
    }
    const stale = data.stale || regional.type === 'failed' || regional.stale
    const asOf = Math.min(data.asOf, regional.type === 'kept' ? regional.asOf : data.asOf)
    const parts = [sources.stateData, sources.fields, sources.overrides, stale, asOf]
    const key = wanted === undefined ? state : `${state} ${wanted}`
    const before = written.get(key)
    if (before?.parts.every((part, index) => part === parts[index])) return before.answer
    const region = shownRegions(sources).find((name) => wanted !== undefined && isSameName(name, wanted))
    if (wanted !== undefined && region === undefined) return { type: 'no_such_region' }
    const facts: StateFacts = { ...stateFactsOf(sources, region), as_of: new Date(asOf).toISOString(), stale }
    const body = JSON.stringify(facts)
    const answer = { type: 'facts', facts, body, stale } as const
    // Only spellings of existing regions get here; the cache is bounded all the same.
    if (written.size >= maxLogged) written.clear()
    written.set(key, { parts, answer })
    return answer
  }
}

interface Written {
  /** The inputs of the answer; the same objects yield the same answer. */
  parts: readonly unknown[]
  answer: CivicAnswer
}

const maxLogged = 500

/** How long a page waits for facts that are not cached, in milliseconds: a voter does not notice it. */
const patience = 300

/** Reads a state's facts within `ms` milliseconds. A slower request continues, so that the next page has them. */
export function factsInTime(read: CivicFacts, ms = patience): (code: StateCode) => Promise<StateFacts | undefined> {
  return async (code) => {
    const answer = await withTimeout(read(code, undefined), ms)
    return answer?.type === 'facts' ? answer.facts : undefined
  }
}
