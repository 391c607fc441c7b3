/** Options as properties of an element: `element.locale = 'es'`. */

/** An element that keeps its options. */
export interface WithOptions<Name extends string> {
  getOption(name: Name): unknown
  setOption(name: Name, value: unknown): void
}

/** Gives a class of elements a property for each option. */
export function defineOptions<Name extends string>(prototype: WithOptions<Name>, names: readonly Name[]): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: WithOptions<Name>) {
        return this.getOption(name)
      },
      set(this: WithOptions<Name>, value: unknown) {
        this.setOption(name, value)
      },
    })
  }
}

/** What a page has set before the element was known is an own property, which would hide the accessor for good. */
export function upgradeOption<Name extends string>(element: WithOptions<Name>, name: Name): void {
  if (!Object.hasOwn(element, name)) return
  const own = element as unknown as Record<string, unknown>
  const value = own[name]
  delete own[name]
  element.setOption(name, value)
}
