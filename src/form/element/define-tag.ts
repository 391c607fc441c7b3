/** Registers our custom elements with the page, once. */

/** The names of our tags. */
export const tagNames = {
  form: 'voter-registration',
  stateFacts: 'voter-state-facts',
} as const

/** Static members that the class of each of our elements has. */
export interface OurElementClass extends CustomElementConstructor {
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly others: string[]
}

/**
 * Defines an element. A page that already has it keeps its own; the console names the other version, once.
 *
 * @returns whether this call defined it; always `false` on a server
 */
export function defineTag(tag: string, ours: OurElementClass): boolean {
  if (typeof customElements === 'undefined') return false
  const known = customElements.get(tag) as Partial<OurElementClass> | undefined
  if (known === undefined) {
    customElements.define(tag, ours)
    return true
  }
  const { version } = ours
  if (known.version === version || known.others?.includes(version) === true) return false
  known.others?.push(version)
  console.warn(
    `<${tag}>: this page loads version ${version}, but version ${known.version ?? 'unknown'} was there first and stays. Load one of them only.`,
  )
  return false
}
