/** Waits for work with a timeout. */

/** Resolves to the value of `work`, or `undefined` when it takes longer than `ms` milliseconds; the work continues. Leaves no
 *  timer behind. @throws what `work` rejects with before the timeout */
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
