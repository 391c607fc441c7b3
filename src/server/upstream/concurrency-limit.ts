/** Adaptive concurrency limit for calls to the service. */

/** The limits. */
export interface ConcurrencyLimits {
  /** Maximum and initial number of calls in flight. */
  inFlight: number
  /** Maximum number of further calls that wait for their turn. */
  queue: number
  /** Maximum wait of one of them, in milliseconds, in addition to the call's own deadline. */
  wait: number
  /** A strained service gets this number of calls at least. Default: 1. */
  min?: number
}

/** Default limits: 4.5 s of waiting and the deadline of 15 s stay below the 20 s after which the widget gives up. */
export const defaultConcurrency: ConcurrencyLimits = { inFlight: 256, queue: 512, wait: 4_500 }

/** What an ended call shows about the service: it answered; it is `strained` (429, 503, 504, timeout); or neither. */
export type Strain = 'answered' | 'strained' | 'neither'

/** Ends a turn; only the first call counts. */
export type Leave = (strain: Strain) => void

/**
 * Creates a concurrency limit. A strained service halves the limit, down to `min`; each answer raises it by one, up to
 * `inFlight`. Calls that began before the last halving do not halve it again: one hiccup of 256 calls is one sign.
 *
 * @param onChange called with the new limit when it drops from the maximum, and when it reaches the maximum again
 */
export function createConcurrencyLimit(
  { inFlight: most, queue, wait, min = 1 }: ConcurrencyLimits,
  onChange: (room: number) => void = () => undefined,
) {
  const waiting = new Set<(leave: Leave | undefined) => void>()
  let room = most
  let busy = 0
  let halvings = 0

  function weigh(strain: Strain, began: number): void {
    const before = room
    if (strain === 'answered' && room < most) room++
    if (strain === 'strained' && began === halvings) {
      halvings++
      room = Math.max(min, Math.floor(room / 2))
    }
    if (room !== before && (room === most || before === most)) onChange(room)
  }

  function enterNow(): Leave {
    const began = halvings
    let left = false
    busy++
    return (strain) => {
      if (left) return
      left = true
      busy--
      weigh(strain, began)
      for (const next of waiting) {
        if (busy >= room) break
        next(enterNow())
      }
    }
  }

  return {
    /**
     * Waits for a turn.
     *
     * @returns a function that ends the turn; `undefined` when the queue is full, or the wait was too long
     */
    async enter(): Promise<Leave | undefined> {
      if (busy < room) return enterNow()
      if (waiting.size >= queue) return undefined
      return new Promise<Leave | undefined>((resolve) => {
        const timer = setTimeout(() => turn(undefined), wait)
        function turn(leave: Leave | undefined): void {
          clearTimeout(timer)
          waiting.delete(turn)
          resolve(leave)
        }
        waiting.add(turn)
      })
    },
    inFlight: () => busy,
    queued: () => waiting.size,
    room: () => room,
  }
}
