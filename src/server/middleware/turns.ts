/** Turns: of each name one at a time, so that what has been counted can be compared before the next one is sent. */
import type { RateStore } from './rate-store.ts'

/** How long one waits for its turn, in milliseconds; then it goes on without one, so that nobody can keep the owner of a mailbox
 *  out. With the 15 s of the service it stays below the 20 s of a form; after the wait for a full `IN_FLIGHT`, too, it may not,
 *  and the form asks again with the same key. */
const patience = 2_000

/** How often to ask again for a name that another process has, in milliseconds. */
const askAgain = 100

/** Gives a turn back. */
export type Leave = () => Promise<void>

const nothing: Leave = async () => undefined

/** Those who wait for a name, by where they come from: each place that waits gets a turn before one gets its second. */
type Line = Map<string, Set<() => void>>

/**
 * Creates the turns. Nothing about them is stored in this process's counts: one that ends in any way leaves nothing behind.
 *
 * @param claim the reservation of the store, where processes share one
 */
export function createTurns({ claim }: Pick<RateStore, 'claim'>) {
  /** The names that are taken. */
  const lines = new Map<string, Line>()

  async function takeOne(name: string, place: string, ms: number): Promise<boolean> {
    const line = lines.get(name)
    if (line === undefined) {
      lines.set(name, new Map())
      return true
    }
    const here = line.get(place) ?? new Set()
    line.set(place, here)
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        here.delete(goOn)
        if (here.size === 0) line.delete(place)
        resolve(false)
      }, ms)
      here.add(goOn)
    })
  }

  function leaveOne(name: string): void {
    const line = lines.get(name)
    const [first] = line ?? []
    if (line === undefined || first === undefined) {
      lines.delete(name)
      return
    }
    const [place, here] = first
    const [goOn] = here
    line.delete(place)
    if (goOn !== undefined) here.delete(goOn)
    if (here.size > 0) line.set(place, here)
    goOn?.()
  }

  async function claimed(names: readonly string[], until: number): Promise<Leave | undefined> {
    if (claim === undefined) return nothing
    for (;;) {
      const leave = await claim(names)
      if (leave !== undefined || performance.now() >= until) return leave
      await new Promise((resolve) => setTimeout(resolve, askAgain))
    }
  }

  /**
   * Waits until no one else has any of these names, for two seconds at most.
   *
   * @param names always in the same order, or two callers would wait for each other
   * @param place where the caller comes from, such as a network
   */
  return async (names: readonly string[], place: string): Promise<Leave> => {
    const until = performance.now() + patience
    const taken: string[] = []
    const leaveThem = () => {
      for (const name of taken) leaveOne(name)
    }
    for (const name of names) {
      if (!(await takeOne(name, place, until - performance.now()))) {
        leaveThem()
        return nothing
      }
      taken.push(name)
    }
    const free = await claimed(names, until).catch(() => undefined)
    if (free === undefined) {
      leaveThem()
      return nothing
    }
    // In this order: the next one here would only ask for what the store still has.
    return () => free().finally(leaveThem)
  }
}
