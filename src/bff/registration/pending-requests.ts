/**
 * What is under way: a handful of things that come and go with every request.
 *
 * A list, not a `Set` or `Map`. Those move to a new table every few additions, and V8 lets the old one point to the new one:
 * an old table that waits for the next large collection keeps all later ones until then, and with them every request that was
 * ever under way while they moved.
 */
export class UnderWay<Item> implements Iterable<Item> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** In no particular order. */
  [Symbol.iterator](): Iterator<Item> {
    return [...this.#items].values()
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Takes it away; nothing happens when it is not there. */
  delete(item: Item): void {
    const place = this.#items.indexOf(item)
    if (place < 0) return
    const last = this.#items.pop()
    if (last !== undefined && place < this.#items.length) this.#items[place] = last
  }

  /** The one that is meant, if it is there. */
  find(isMeant: (item: Item) => boolean): Item | undefined {
    return this.#items.find(isMeant)
  }
}
