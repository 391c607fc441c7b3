/** Limits how many calls are under way at once, so that a slow service cannot take all that this process has. */

/** How much fits. `wait` in milliseconds. */
export interface BulkheadLimits {
  inFlight: number
  queue: number
  /** The longest that a call waits for its turn: it comes on top of its own deadline. */
  wait: number
}

/** 3 s of waiting and 15 s of asking stay below the 20 s after which the widget gives up. */
export const defaultBulkhead: BulkheadLimits = { inFlight: 32, queue: 64, wait: 3_000 }

/** A bulkhead. */
export interface Bulkhead {
  /**
   * Waits for a turn.
   *
   * @returns ends the turn; `undefined` when there is no room, or the wait was too long
   */
  enter(): Promise<(() => void) | undefined>
  inFlight: () => number
  queued: () => number
}

/** An empty bulkhead. */
export function createBulkhead({ inFlight, queue, wait }: BulkheadLimits): Bulkhead {
  const waiting = new Set<(leave: (() => void) | undefined) => void>()
  let busy = 0

  function leaving(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      if (next === undefined) busy--
      else next(leaving())
    }
  }

  return {
    async enter() {
      if (busy < inFlight) {
        busy++
        return leaving()
      }
      if (waiting.size >= queue) return undefined
      return new Promise<(() => void) | undefined>((resolve) => {
        const timer = setTimeout(() => turn(undefined), wait)
        function turn(leave: (() => void) | undefined): void {
          clearTimeout(timer)
          waiting.delete(turn)
          resolve(leave)
        }
        waiting.add(turn)
      })
    },
    inFlight: () => busy,
    queued: () => waiting.size,
  }
}
