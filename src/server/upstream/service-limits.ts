/** Adaptive limit of registrations in flight to the service, and the circuit breaker for a service that cannot be reached. */
import { type Clock, monotonicClock, systemClock } from '../../contract/clock.ts'

/** Maximum of calls in flight, and the number that a strained service gets at least; how many more may wait for a slot, and how
 *  long, in milliseconds: 4.5 s and the deadline of 15 s stay below the 20 s after which the form gives up. */
export const defaultConcurrency = { inFlight: 256, min: 32, queue: 512, wait: 4_500 }
export type ConcurrencyLimits = typeof defaultConcurrency

/** For how long a sender cannot halve the limit a second time, in milliseconds. */
const senderPause = 60_000

/** What an ended call shows about the service: it answered; it is `strained` (429, 503, 504, timeout); or neither. */
export type Strain = 'answered' | 'strained' | 'neither'

/** A strained service halves it, down to `min`; each answer raises it by one, up to `inFlight`. One sender halves it at most
 *  once a minute, so that nobody can hold it down for everybody; calls that began before the last halving do not halve it
 *  again. `onChange` gets the new limit when it drops from the maximum, and when it reaches it again. */
export function createConcurrencyLimit(
  { inFlight: max, min, queue, wait }: ConcurrencyLimits,
  onChange: (room: number) => void = () => undefined,
  clock: Clock = monotonicClock,
) {
  const waiting = new Set<() => void>()
  const pausedSenders = new Map<string, number>()
  let room = max
  let busy = 0
  let halvings = 0

  function halve(sender: string | undefined): void {
    for (const [name, until] of pausedSenders) if (until <= clock.now()) pausedSenders.delete(name)
    const reduced = Math.max(Math.min(max, min), Math.floor(room / 2))
    if (room === reduced || (sender !== undefined && pausedSenders.has(sender))) return
    if (sender !== undefined) pausedSenders.set(sender, clock.now() + senderPause)
    halvings++
    room = reduced
  }

  function takeSlot(sender: string | undefined): (strain: Strain) => void {
    const began = halvings
    busy++
    return (strain) => {
      busy--
      const before = room
      if (strain === 'answered' && room < max) room++
      if (strain === 'strained' && began === halvings) halve(sender)
      if (room !== before && (room === max || before === max)) onChange(room)
      for (const next of waiting) {
        if (busy >= room) break
        next()
      }
    }
  }

  return {
    /** Waits for a slot. @returns a function that frees it; `undefined` when the queue is full, or the wait was too long */
    async enter(sender?: string): Promise<ReturnType<typeof takeSlot> | undefined> {
      if (busy < room) return takeSlot(sender)
      if (waiting.size >= queue) return undefined
      return new Promise((resolve) => {
        const end = (leave: ReturnType<typeof takeSlot> | undefined) => {
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

type Pass = { type: 'go'; settle: (result: 'worked' | 'failed') => void } | { type: 'open'; ms: number }

interface BreakerLimits {
  failures: number
  of: number
  within: number
  openFor: number
}

export const defaultBreaker: BreakerLimits = { failures: 5, of: 10, within: 30_000, openFor: 15_000 }

/** Closed lets calls through, open does not, half-open lets one through as a trial. `onChange` gets each new state. */
export function createBreaker(
  { failures, of, within, openFor }: BreakerLimits,
  clock: Clock = systemClock,
  onChange: (state: 'closed' | 'open') => void = () => undefined,
) {
  let results: { failed: boolean; at: number }[] = []
  let openUntil: number | undefined
  let trial = false

  function open(): void {
    results = []
    openUntil = clock.now() + openFor
    onChange('open')
  }

  function count(result: 'worked' | 'failed'): void {
    // A call that began before it opened is no new information.
    if (openUntil !== undefined) return
    const from = clock.now() - within
    results.push({ failed: result === 'failed', at: clock.now() })
    if (results.length > of) results.shift()
    if (result === 'failed' && results.filter(({ failed, at }) => failed && at > from).length >= failures) open()
  }

  function tried(result: 'worked' | 'failed'): void {
    trial = false
    if (result === 'failed') {
      open()
      return
    }
    openUntil = undefined
    onChange('closed')
  }

  return {
    /** Requests permission for one call, whose result must be reported to `settle`. */
    ask(): Pass {
      if (openUntil === undefined) return { type: 'go', settle: count }
      const ms = openUntil - clock.now()
      if (ms > 0) return { type: 'open', ms }
      if (trial) return { type: 'open', ms: 2_000 }
      trial = true
      return { type: 'go', settle: tried }
    },
    state(): 'closed' | 'open' | 'half_open' {
      if (openUntil === undefined) return 'closed'
      return openUntil > clock.now() ? 'open' : 'half_open'
    },
  }
}
