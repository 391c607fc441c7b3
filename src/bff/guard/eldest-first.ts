/** A map that knows its eldest entry at once. To find it, a `Map` walks over all that was deleted before it: with 100,000
 *  entries of which the eldest always makes room, that costs tens of microseconds for each new one. */
export class EldestFirst<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  #first: Entry<Value> | undefined
  #last: Entry<Value> | undefined

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Puts it last, also when it was there before. */
  set(key: string, value: Value): void {
    this.delete(key)
    const entry: Entry<Value> = { key, value, before: this.#last, after: undefined }
    if (this.#last === undefined) this.#first = entry
    else this.#last.after = entry
    this.#last = entry
    this.#entries.set(key, entry)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    if (entry.before === undefined) this.#first = entry.after
    else entry.before.after = entry.after
    if (entry.after === undefined) this.#last = entry.before
    else entry.after.before = entry.before
  }

  /** The key and the value that were put first; `undefined` when it is empty. */
  eldest(): { readonly key: string; readonly value: Value } | undefined {
    return this.#first
  }

  /** From the eldest on; what it stands on may be deleted meanwhile. */
  *[Symbol.iterator](): Generator<[string, Value]> {
    for (let entry = this.#first; entry !== undefined; ) {
      const { key, value, after } = entry
      yield [key, value]
      entry = after
    }
  }
}

interface Entry<Value> {
  readonly key: string
  readonly value: Value
  before: Entry<Value> | undefined
  after: Entry<Value> | undefined
}
