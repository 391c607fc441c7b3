/** Retention: regularly deletes expired rows. */
/** A clean-up that runs regularly. */
export interface CleanUp {
  /** Cleans up now. */
  once(): Promise<void>
  /** Stops it, after the clean-up in progress. */
  stop(): Promise<void>
}

/**
 * Cleans up regularly, the first time at most a minute after the start.
 *
 * @param work must not reject; checks the signal between two batches
 * @param every milliseconds from the end of one clean-up to the next
 */
export function cleanUpRegularly(work: (signal: AbortSignal) => Promise<void>, every: number): CleanUp {
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const once = () => {
    running = work(ended.signal)
    return running
  }
  async function repeat(): Promise<void> {
    await once()
    if (!ended.signal.aborted) later(every)
  }
  function later(ms: number): void {
    timer = setTimeout(() => void repeat(), ms)
    // The timer must not keep the process alive; platforms whose timers are numbers have no `unref`.
    timer.unref?.()
  }
  later(Math.min(60_000, every))
  return {
    once,
    async stop() {
      ended.abort()
      clearTimeout(timer)
      await running
    },
  }
}
