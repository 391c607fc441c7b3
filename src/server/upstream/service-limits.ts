/** Adaptive limit of registrations in flight to the service, and the circuit breaker for a service that cannot be reached. */
import { type Clock, monotonicClock, systemClock } from '../../contract/clock.ts'

/** Maximum and minimum number of calls in flight; how many more may wait for a slot, and how long, in milliseconds: with the
 *  deadline of 15 s that is below the 20 s after which the form gives up. */
export const defaultConcurrency = { inFlight: 256, min: 32, queue: 512, wait: 4_500 }
export type ConcurrencyLimits = typeof defaultConcurrency

/** For how long a sender cannot halve the limit a second time, in milliseconds. */
const senderPauseMs = 60_000

/** What a finished call shows about the service; `strained` after a 429, 503, 504 or timeout. */
export type LoadSignal = 'answered' | 'strained' | 'neither'

/** A strained service halves it, down to `min`; each answer raises it by one, up to `inFlight`. One sender halves it at most
 *  once a minute, so that nobody can slow the service down for all; calls that started before the last halving do not halve
 *  it again. `onChange` gets the new limit when it drops from the maximum, and when it reaches it again. */
export function createConcurrencyLimit(
  { inFlight: max, min, queue, wait }: ConcurrencyLimits,
  onChange: (currentLimit: number) => void = () => undefined,
  clock: Clock = monotonicClock,
) {
  const queuedCalls = new Set<() => void>()
  const pausedSenders = new Map<string, number>()
  let currentLimit = max
  let busy = 0
  let halvings = 0

  function halve(sender: string | undefined): void {
    for (const [name, pausedUntil] of pausedSenders) if (pausedUntil <= clock.now()) pausedSenders.delete(name)
    const halvedLimit = Math.max(Math.min(max, min), Math.floor(currentLimit / 2))
    if (currentLimit === halvedLimit || (sender !== undefined && pausedSenders.has(sender))) return
    if (sender !== undefined) pausedSenders.set(sender, clock.now() + senderPauseMs)
    halvings++
    currentLimit = halvedLimit
  }

  function acquireSlot(sender: string | undefined): (loadSignal: LoadSignal) => void {
    const halvingsAtStart = halvings
    busy++
    return (loadSignal) => {
      busy--
      const previousLimit = currentLimit
      if (loadSignal === 'answered' && currentLimit < max) currentLimit++
      if (loadSignal === 'strained' && halvingsAtStart === halvings) halve(sender)
      if (currentLimit !== previousLimit && (currentLimit === max || previousLimit === max)) onChange(currentLimit)
      for (const next of queuedCalls) {
        if (busy >= currentLimit) break
        next()
      }
    }
  }

  return {
    /** Waits for a slot. @returns a function that frees it; `undefined` when the queue is full, or the wait was too long */
    async acquire(sender?: string): Promise<ReturnType<typeof acquireSlot> | undefined> {
      if (busy < currentLimit) return acquireSlot(sender)
      if (queuedCalls.size >= queue) return undefined
      return new Promise((resolve) => {
        const end = (releaseSlot: ReturnType<typeof acquireSlot> | undefined) => {
          clearTimeout(timer)
          queuedCalls.delete(acquireNow)
          resolve(releaseSlot)
        }
        const acquireNow = () => end(acquireSlot(sender))
        const timer = setTimeout(end, wait, undefined)
        queuedCalls.add(acquireNow)
      })
    },
    inFlight: () => busy,
    queued: () => queuedCalls.size,
    currentLimit: () => currentLimit,
  }
}

type Permit = { type: 'go'; reportResult: (result: 'worked' | 'failed') => void } | { type: 'open'; ms: number }

interface BreakerLimits {
  maxFailures: number
  sampleSize: number
  windowMs: number
  openMs: number
}

export const defaultBreaker: BreakerLimits = { maxFailures: 5, sampleSize: 10, windowMs: 30_000, openMs: 15_000 }

/** Closed allows calls, open does not, half-open allows one as a trial. `onChange` gets each new state. */
export function createBreaker(
  { maxFailures, sampleSize, windowMs, openMs }: BreakerLimits,
  clock: Clock = systemClock,
  onChange: (state: 'closed' | 'open') => void = () => undefined,
) {
  let results: { hasFailed: boolean; finishedAt: number }[] = []
  let openUntil: number | undefined
  let isTrialRunning = false

  function open(): void {
    results = []
    openUntil = clock.now() + openMs
    onChange('open')
  }

  function recordResult(result: 'worked' | 'failed'): void {
    // A call that began before it opened is no new information.
    if (openUntil !== undefined) return
    const windowStart = clock.now() - windowMs
    results.push({ hasFailed: result === 'failed', finishedAt: clock.now() })
    if (results.length > sampleSize) results.shift()
    if (
      result === 'failed' &&
      results.filter(({ hasFailed, finishedAt }) => hasFailed && finishedAt > windowStart).length >= maxFailures
    )
      open()
  }

  function finishTrial(result: 'worked' | 'failed'): void {
    isTrialRunning = false
    if (result === 'failed') {
      open()
      return
    }
    openUntil = undefined
    onChange('closed')
  }

  return {
    /** Requests permission for one call, whose result must be reported to `reportResult`. */
    requestPermit(): Permit {
      if (openUntil === undefined) return { type: 'go', reportResult: recordResult }
      const ms = openUntil - clock.now()
      if (ms > 0) return { type: 'open', ms }
      if (isTrialRunning) return { type: 'open', ms: 2_000 }
      isTrialRunning = true
      return { type: 'go', reportResult: finishTrial }
    },
    state(): 'closed' | 'open' | 'half_open' {
      if (openUntil === undefined) return 'closed'
      return openUntil > clock.now() ? 'open' : 'half_open'
    },
  }
}
