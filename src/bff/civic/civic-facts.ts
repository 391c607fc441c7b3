/** The facts about states: loaded from the service, cached, and serialized once for each change. */
import { officialAddress } from '../../contract/civic/official-address.ts'
import { isSameName } from '../../contract/civic/override.ts'
import type { StateCode } from '../../contract/states.ts'
import type { Log } from '../observability/log.ts'
import { qrCode } from '../qr-code.ts'
import type { CivicFailure, CivicUpstream } from '../upstream/civic-upstream.ts'
import { civicClient } from './civic-client.ts'
import { shownRegions, stateFactsOf } from './state-facts.ts'
import type { Ages } from './swr-cache.ts'

/** The answer about a state. */
export type CivicAnswer =
  | {
      type: 'facts'
      /** {@link StateFacts} as JSON. */
      body: string
      /** Whether newer data, or a part of the data, could not be loaded. */
      stale: boolean
    }
  | { type: 'no_such_region' }
  | CivicFailure

/** Gives the facts of a state or region. Never throws. */
export type CivicFacts = (code: StateCode, region: string | undefined) => Promise<CivicAnswer>

/** What {@link civicFacts} needs. */
export interface CivicSettings {
  upstream: CivicUpstream
  /** The slugs that may be shown. */
  shown: readonly string[]
  now: () => number
  log: Log
  ages?: Ages
}

/**
 * Makes {@link CivicFacts}. The catalogue is not needed to answer: without it, formats are those this package knows. Without
 * overrides a state as a whole is answered and marked stale; a region is not, since it is unknown whether it is one.
 */
export function civicFacts({ upstream, shown, now, log, ages }: CivicSettings): CivicFacts {
  const client = civicClient(upstream, {
    now,
    ...(ages && { ages }),
    onDepartures: (all) =>
      log({ level: 'warn', code: 'civic_departures', count: all.length, departures: all.slice(0, 10) }),
  })
  const written = new Map<string, Written>()

  return async (state, wanted) => {
    const [data, catalogue, regional] = await Promise.all([client.state(state), client.fields(), client.overrides()])
    if (data.type === 'failed') return data
    if (wanted !== undefined && regional.type === 'failed') return regional
    const sources = {
      stateData: data.value,
      fields: catalogue.type === 'kept' ? catalogue.value : undefined,
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
    const told = stateFactsOf(sources, region)
    const official = officialAddress(told)
    const code = official !== undefined && { official_code: qrCode(official) }
    const facts = { ...told, ...code, as_of: new Date(asOf).toISOString(), stale }
    const body = JSON.stringify(facts)
    const answer = { type: 'facts', body, stale } as const
    // Only spellings of regions that exist come here; still, there is an end to how many are kept.
    if (written.size >= maxLogged) written.clear()
    written.set(key, { parts, answer })
    return answer
  }
}

interface Written {
  /** What the answer was made from; the same objects make the same answer. */
  parts: readonly unknown[]
  answer: CivicAnswer
}

const maxLogged = 500
