/** Keeps a value that is read from elsewhere: fresh for a while, old when there is no newer one, asked for once. */

/** How old a value may become, in milliseconds. */
export interface Ages {
  /** Until then nobody is asked again. */
  fresh: number
  /** Until then an old value is given out while a new one is asked for, and when there is none to be had. */
  keep: number
  /** How long the service is left alone after it has failed. */
  pause: number
  /** From then on who asks waits for the new one. Default: until there is nothing to keep any more. */
  wait?: number
}

/** 15 minutes fresh, 24 hours kept. */
export const civicAges: Ages = { fresh: 15 * 60_000, keep: 24 * 60 * 60_000, pause: 5_000 }

/** What there is: a value, or the reason why there is none. */
export type Kept<Value, Failure> =
  | {
      type: 'kept'
      value: Value
      /** When it was read, in milliseconds since 1970. */
      asOf: number
      /** Whether a newer one was asked for in vain. */
      stale: boolean
    }
  | Failure

/**
 * A function that gives the value out. However many ask at once, the service is asked once (single flight). A failure
 * never takes the place of a value, and is never given out for longer than a pause.
 *
 * @param load reads the value; must not throw
 */
export function keeping<Value, Failure extends { type: 'failed' }>(
  load: () => Promise<{ type: 'read'; value: Value } | Failure>,
  now: () => number,
  { fresh, keep, pause, wait = keep }: Ages = civicAges,
): () => Promise<Kept<Value, Failure>> {
  let kept: { value: Value; asOf: number } | undefined
  let failed: { failure: Failure; at: number } | undefined
  let underWay: Promise<void> | undefined

  const ask = (): Promise<void> => {
    underWay ??= load()
      .then((reply) => {
        if (reply.type === 'failed') {
          failed = { failure: reply, at: now() }
        } else {
          kept = { value: reply.value, asOf: now() }
          failed = undefined
        }
      })
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }
  const isYounger = (than: number) => kept !== undefined && Math.abs(now() - kept.asOf) < than
  const given = () => (kept === undefined ? undefined : { type: 'kept' as const, ...kept, stale: failed !== undefined })

  return async () => {
    if (!isYounger(fresh)) {
      const rests = failed !== undefined && Math.abs(now() - failed.at) < pause
      const asked = rests ? undefined : ask()
      if (!isYounger(wait)) await asked
      if (!isYounger(keep)) kept = undefined
    }
    const value = given()
    if (value !== undefined) return value
    if (failed !== undefined) return failed.failure
    throw new Error('A value was asked for and neither came nor failed.')
  }
}
