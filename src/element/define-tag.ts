/** Makes one of our tags known to the page, once. */

/** What our tags are called. */
export const tagNames = {
  form: 'voter-registration',
  stateFacts: 'voter-state-facts',
  siteStatus: 'voter-site-status',
} as const

/** What the class of each of our elements says of itself. */
export interface OurElementClass extends CustomElementConstructor {
  readonly version: string
  /** Versions of other copies that this page loaded and that were not used. */
  readonly others: string[]
}

/**
 * Defines an element. A page that has it already keeps the one it has; another version is named in the console, once.
 *
 * @returns whether it was defined now; never on a server
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
