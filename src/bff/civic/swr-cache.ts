/** A stale-while-revalidate cache of one value, with single flight: concurrent calls share one load. */
import { isWorkers } from '../is-workers.ts'

/** How old a value may become, in milliseconds. */
export interface Ages {
  /** Until then the value is not loaded again. */
  fresh: number
  /** Until then an old value is returned while a new one is loaded, and when it cannot be loaded. */
  keep: number
  /** How long the service is not asked again after it has failed. */
  pause: number
  /** From then on a call waits for the new value. Default: as long as `keep`. */
  wait?: number
}

/** A load that takes longer will not end any more: Workers drop it with the request that began it. */
const maxLoadTime = 60_000

/** 15 minutes fresh, 24 hours kept. */
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
 * A function that returns the value. A failure never takes the place of a value, and is never returned for longer than
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
  // Nothing can be loaded there while nobody waits.
  const waitFrom = isWorkers ? fresh : wait

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
      const asked = rests ? undefined : ask()
      if (!isYounger(waitFrom)) await asked
      if (!isYounger(keep)) kept = undefined
    }
    const value = current()
    if (value !== undefined) return value
    if (failed !== undefined) return failed.failure
    throw new Error('The load ended with neither a value nor a failure.')
  }
}
