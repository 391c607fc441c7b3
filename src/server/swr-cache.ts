/** Stale-while-revalidate cache of one value, single-flight: concurrent calls share one load. */

/** Ages and waiting times of the cache, in milliseconds. */
export interface Ages {
  /** Up to this age the value is not loaded again. */
  fresh: number
  /** TTL: up to this age a stale value is returned while a new one loads, and when loading fails. */
  keep: number
  /** How long the service gets no request after a failure. */
  pause: number
  /** From this age on a call waits for the new value. Default: `keep`. */
  wait?: number
}

/** Maximum duration of a load, in milliseconds. A longer one counts as ended. */
const maxLoadTime = 60_000

/** Fresh for 15 minutes, cached for 24 hours. */
export const civicAges: Ages = { fresh: 15 * 60_000, keep: 24 * 60 * 60_000, pause: 5_000 }

/** A value, or the reason why there is none. */
export type CachedValue<Value, Failure> =
  | {
      type: 'kept'
      value: Value
      /** When it was read, in milliseconds since 1970. */
      asOf: number
      /** Whether the last load of a newer one failed. */
      stale: boolean
    }
  | Failure

/**
 * Returns a function that returns the value. A failure never replaces a value, and is never returned for longer than
 * `pause`.
 *
 * @param load reads the value; must not throw
 */
export function swrCache<Value, Failure extends { type: 'failed' }>(
  load: () => Promise<{ type: 'read'; value: Value } | Failure>,
  now: () => number,
  { fresh, keep, pause, wait = keep }: Ages = civicAges,
): () => Promise<CachedValue<Value, Failure>> {
  let kept: { value: Value; asOf: number } | undefined
  let failed: { failure: Failure; at: number } | undefined
  let loading: { since: number; done: Promise<void> } | undefined

  const ask = (): Promise<void> => {
    if (loading !== undefined && Math.abs(now() - loading.since) < maxLoadTime) return loading.done
    const done = load()
      .then((reply) => {
        if (reply.type === 'failed') {
          failed = { failure: reply, at: now() }
        } else {
          kept = { value: reply.value, asOf: now() }
          failed = undefined
        }
      })
      .finally(() => {
        if (loading?.done === done) loading = undefined
      })
    loading = { since: now(), done }
    return done
  }
  const isYounger = (than: number) => kept !== undefined && Math.abs(now() - kept.asOf) < than
  const current = () =>
    kept === undefined ? undefined : { type: 'kept' as const, ...kept, stale: failed !== undefined }

  return async () => {
    if (!isYounger(fresh)) {
      const rests = failed !== undefined && Math.abs(now() - failed.at) < pause
      const refresh = rests ? undefined : ask()
      if (!isYounger(wait)) await refresh
      if (!isYounger(keep)) kept = undefined
    }
    const value = current()
    if (value !== undefined) return value
    if (failed !== undefined) return failed.failure
    throw new Error('The load ended with neither a value nor a failure.')
  }
}
