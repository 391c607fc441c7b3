/** The events that the sandbox has issued, and its response when one is reported. */
import { LRUCache } from 'lru-cache'

/** What happens to the report of an event: accepted, refused as unknown, accepted late, or answered with a server error. */
export type TrackingFate = 'accept' | 'refuse' | 'late' | 'break'

/** Stores the ids of registrations and the malformed values that scenarios issued; the latest 10 000 of each. */
export class IssuedEvents {
  readonly #actions = new LRUCache<string, TrackingFate>({ max: 10_000 })
  readonly #values = new LRUCache<string, true>({ max: 10_000 })

  addAction(action: string, fate: TrackingFate): void {
    this.#actions.set(action, fate)
  }

  /** Returns what happens to an event of this registration; `undefined` when there is no such registration. */
  fateOf(action: string): TrackingFate | undefined {
    return this.#actions.get(action)
  }

  /** @param raw the value as JSON text, exactly as issued */
  addValue(raw: string): void {
    this.#values.set(canonical(raw), true)
  }

  /** Whether exactly this value was issued: numbers compare as written, so `1.0` is not `1` (R-A70). */
  hasValue(raw: string): boolean {
    return this.#values.has(canonical(raw))
  }
}

/** Normalizes JSON text: removes space between tokens, and unifies the ways to escape a character. */
function canonical(raw: string): string {
  return raw.replace(/"(?:[^"\\]|\\.)*"?|\s+/gs, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  )
}
