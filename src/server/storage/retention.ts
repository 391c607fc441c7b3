/** Cleans up regularly. */
export interface CleanUp {
  once(): Promise<void>
  /** Stops it, after the clean-up in progress. */
  stop(): Promise<void>
}

/** The first time at most a minute after the start. `work` must not reject, and checks the signal between two batches;
 *  `every` milliseconds lie between two clean-ups. */
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
