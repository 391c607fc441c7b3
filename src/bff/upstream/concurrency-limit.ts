/** How many calls to the service are under way at once: as many as it takes. */

/** How much fits. */
export interface ConcurrencyLimits {
  /** The most calls under way, and how many it begins with. */
  inFlight: number
  /** How many more may wait for their turn. */
  queue: number
  /** The longest that one of them waits, in milliseconds: it comes on top of the call's own deadline. */
  wait: number
}

/** 4.5 s of waiting and 15 s of asking stay below the 20 s after which the widget gives up. */
export const defaultConcurrency: ConcurrencyLimits = { inFlight: 256, queue: 512, wait: 4_500 }

/** What an ended call says of the service: it answered; it is `strained` (429, 503, 504, no answer in time); or neither. */
export type Strain = 'answered' | 'strained' | 'neither'

/** Ends a turn; only the first call counts. */
export type Leave = (strain: Strain) => void

/**
 * An empty limit. A strained service halves the number in flight, down to one call; each answer makes it one more, up to
 * `inFlight`. Calls that began before the last halving do not halve again: one hiccup of 256 calls is one sign.
 *
 * @param onChange called with the new number when it was halved from the full one, and when it is full again
 */
export function createConcurrencyLimit(
  { inFlight: most, queue, wait }: ConcurrencyLimits,
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
      room = Math.max(1, Math.floor(room / 2))
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
     * @returns ends the turn; `undefined` when there is no room, or the wait was too long
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
