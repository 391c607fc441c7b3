/** Client of the Civic Data API. Returns validated data in version 2, cached for a while, with one request at a time. */
import type { Field } from '../../contract/civic-data/field.ts'
import type { Override } from '../../contract/civic-data/override.ts'
import type { StateData } from '../../contract/civic-data/state-data.ts'
import { type Clock, systemClock } from '../../contract/clock.ts'
import { type StateCode, stateCodes } from '../../contract/states.ts'
import { type CachedValue, type CacheTimes, civicCacheTimes, createFetchCache } from '../fetch-cache.ts'
import { CivicOptions, getCivicAccess } from '../options/api-access.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { parseOptions } from '../options/read-options.ts'
import { type CivicFailure, type CivicReply, type CivicUpstream, civicUpstream } from '../upstream/civic-upstream.ts'
import { errorCode, fetchTransport, type Transport } from '../upstream/transport.ts'

/** The result of a call: the data and the time it was read, or why there is none. */
export type CivicAnswered<Value> = CachedValue<Value, CivicFailure>

/** The service's data. Fresh for 15 minutes; in an outage the last response is returned, marked stale, for 24 hours. */
export interface CivicClient {
  /** The facts of a state (R-C15). Facts of version 1 are migrated. @throws for a code of no state */
  state(code: StateCode): Promise<CivicAnswered<StateData>>
  /** The catalog of fields (R-C05). */
  fields(): Promise<CivicAnswered<readonly Field[]>>
  /** The regional values of all states (R-C23); empty with version 1. */
  overrides(): Promise<CivicAnswered<readonly Override[]>>
}

/** Address and key of the service. The names are those of `createBff`; version 2 by default. */
export type CivicClientOptions = Required<Pick<BffOptions, 'civicUrl' | 'civicKeyId' | 'civicKeySecret'>> &
  Pick<BffOptions, 'civicVersion'>

/** What a host or a test may pass instead of the platform's defaults. */
export interface ClientDependencies {
  /** Default: `fetch`; `undiciTransport()` is faster. */
  transport?: Transport
  /** Default: the system clock. */
  clock?: Clock
  /** Callback for received data that cannot be used: one sentence for each problem, at most one call per load. */
  onDepartures?: (sentences: readonly string[]) => void
}

/** Creates a client. Each attempt ends after 5 s or 4 MiB; a failed one is retried once; redirects are never followed. After a
 *  failure the service gets no request for 5 s.
 *  @throws ConfigurationError that lists every problem of the options; never a secret */
export function createCivicClient(options: CivicClientOptions, dependencies: ClientDependencies = {}): CivicClient {
  const access = getCivicAccess(parseOptions(CivicOptions, options))
  if (access === undefined) throw new Error('parseOptions() rejects such options.')
  return toCivicClient(civicUpstream(access, dependencies.transport ?? fetchTransport()), dependencies)
}

export function toCivicClient(
  upstream: CivicUpstream,
  { clock = systemClock, onDepartures, ages = civicCacheTimes }: ClientDependencies & { ages?: CacheTimes } = {},
): CivicClient {
  function cached<Value, Key extends string = ''>(fetchReply: (key: Key) => Promise<CivicReply<Value>>, max = 1) {
    const load = async (key: Key): Promise<CivicReply<Value>> => {
      const reply = await fetchReply(key).catch(
        (error: unknown): CivicFailure => ({ type: 'failed', reason: 'broken', cause: errorCode(error) }),
      )
      if (reply.type === 'read' && reply.violations.length > 0) onDepartures?.(reply.violations)
      return reply
    }
    return createFetchCache(load, clock, { ...ages, max })
  }
  const state = cached<StateData, StateCode>((code) => upstream.state(code), stateCodes.length)
  const fields = cached(() => upstream.fields())
  const overrides = cached(() => upstream.overrides())
  return {
    async state(code) {
      if (!stateCodes.includes(code)) throw new Error(`There is no state ${code}.`)
      return state(code)
    },
    fields: () => fields(''),
    overrides: () => overrides(''),
  }
}
