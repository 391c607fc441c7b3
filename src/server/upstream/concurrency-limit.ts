/** Adaptive limit of registrations in flight to the service. */

/** The limits. */
export interface ConcurrencyLimits {
  /** Maximum and initial number of calls in flight. */
  inFlight: number
  /** A strained service gets this number of calls at least, so that voters are still served. */
  min: number
  /** Maximum number of further calls that wait for a slot. */
  queue: number
  /** Maximum wait of one of them, in milliseconds, in addition to the call's own deadline. */
  wait: number
}

/** 4.5 s of waiting and the deadline of 15 s stay below the 20 s after which the widget gives up. */
export const defaultConcurrency: ConcurrencyLimits = { inFlight: 256, min: 32, queue: 512, wait: 4_500 }

/** For how long a sender cannot halve the limit a second time, in milliseconds. */
const senderPause = 60_000

/** What an ended call shows about the service: it answered; it is `strained` (429, 503, 504, timeout); or neither. */
export type Strain = 'answered' | 'strained' | 'neither'

/** Frees a slot; only the first call counts. */
export type Leave = (strain: Strain) => void

/**
 * Creates the limit. A strained service halves it, down to `min`; each answer raises it by one, up to `inFlight`. So that nobody
 * can hold it down for everybody with registrations that make the service fail, one sender halves it at most once a minute, and
 * calls that began before the last halving do not halve it again: one hiccup of 256 calls is one sign.
 *
 * @param onChange called with the new limit when it drops from the maximum, and when it reaches the maximum again
 */
export function createConcurrencyLimit(
  limits: ConcurrencyLimits,
  onChange: (room: number) => void = () => undefined,
  now: () => number = () => performance.now(),
) {
  const { inFlight: most, queue, wait } = limits
  const min = Math.min(most, limits.min)
  const waiting = new Set<() => void>()
  /** Until when each sender cannot halve the limit. */
  const pausedSenders = new Map<string, number>()
  let room = most
  let busy = 0
  let halvings = 0

  function halve(sender: string | undefined): void {
    for (const [name, until] of pausedSenders) if (until <= now()) pausedSenders.delete(name)
    if (room === min || (sender !== undefined && pausedSenders.has(sender))) return
    if (sender !== undefined) pausedSenders.set(sender, now() + senderPause)
    halvings++
    room = Math.max(min, Math.floor(room / 2))
  }

  function takeSlot(sender: string | undefined): Leave {
    const began = halvings
    let hasLeft = false
    busy++
    return (strain) => {
      if (hasLeft) return
      hasLeft = true
      busy--
      const before = room
      if (strain === 'answered' && room < most) room++
      if (strain === 'strained' && began === halvings) halve(sender)
      if (room !== before && (room === most || before === most)) onChange(room)
      for (const next of waiting) {
        if (busy >= room) break
        next()
      }
    }
  }

  return {
    /**
     * Waits for a slot.
     *
     * @param sender the network of the voter; `undefined` when it is unknown
     * @returns a function that frees the slot; `undefined` when the queue is full, or the wait was too long
     */
    async enter(sender?: string): Promise<Leave | undefined> {
      if (busy < room) return takeSlot(sender)
      if (waiting.size >= queue) return undefined
      return new Promise<Leave | undefined>((resolve) => {
        const end = (leave: Leave | undefined) => {
          clearTimeout(timer)
          waiting.delete(enterNow)
          resolve(leave)
        }
        const enterNow = () => end(takeSlot(sender))
        const timer = setTimeout(end, wait, undefined)
        waiting.add(enterNow)
      })
    },
    inFlight: () => busy,
    queued: () => waiting.size,
    room: () => room,
  }
}
