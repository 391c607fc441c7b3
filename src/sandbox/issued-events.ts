/** Which events the sandbox has given out, and what it does when one comes back. */
import { LRUCache } from 'lru-cache'

/** What happens to the report of an event: taken, refused as unknown, taken late, or met with a broken server. */
export type TrackingFate = 'accept' | 'refuse' | 'late' | 'break'

/** Remembers the ids of registrations and the odd values that scenarios gave out; the latest 10 000 of each. */
export class IssuedEvents {
  readonly #actions = new LRUCache<string, TrackingFate>({ max: 10_000 })
  readonly #values = new LRUCache<string, true>({ max: 10_000 })

  addAction(action: string, fate: TrackingFate): void {
    this.#actions.set(action, fate)
  }

  /** What is to happen to an event of this registration; `undefined` when there is none. */
  fateOf(action: string): TrackingFate | undefined {
    return this.#actions.get(action)
  }

  /** @param raw the value as JSON text, as it was given out */
  addValue(raw: string): void {
    this.#values.set(canonical(raw), true)
  }

  /** Whether exactly this value was given out: numbers compare as written, so `1.0` is not `1` (R-A70). */
  hasValue(raw: string): boolean {
    return this.#values.has(canonical(raw))
  }
}

/** JSON text without what means nothing: space between tokens, and the ways to escape a character. */
function canonical(raw: string): string {
  return raw.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  )
}
