/** Waits for work, but not for ever. */

/**
 * The value of `work`, or `undefined` when it takes longer than `ms` milliseconds; the work goes on. Leaves no timer behind.
 *
 * @throws what `work` rejects with in time
 */
export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, timeIsUp])
  } finally {
    clearTimeout(timer)
  }
}
