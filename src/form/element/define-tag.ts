/** Registers our custom elements with the page, once, and joins those of several files. */
import { version as ourVersion } from '../widget/version.ts'

export const tagNames = {
  form: 'voter-registration',
  stateFacts: 'voter-state-facts',
} as const

export interface OurElementClass extends CustomElementConstructor {
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly others: string[]
}

/** A page that has the element already keeps its own; the console names the other version, once. Always `false` on a server. */
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
    `<${tag}>: this page loads version ${version}, but version ${known.version ?? 'unknown'} was loaded first and stays. Load only one of them.`,
  )
  return false
}

/** The class of the form's element, as another file sees it. One from a partner's own bundle includes its facts. */
type FormClass = Partial<OurElementClass> & { addStateFacts?: () => void }

/** Waits for the form's element and adds the state facts to it, whichever of the two files loads first. `file` is the caller's. */
export async function joinForm(file: string): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as FormClass
  if (form.version === ourVersion) {
    // A form that could not be created has no such method.
    form.addStateFacts?.()
    return
  }
  const ours = `${ourVersion} of ${file}`
  if (form.others?.includes(ours) === true) return
  form.others?.push(ours)
  console.warn(
    `<${tagNames.form}>: this page loads version ${form.version ?? 'unknown'} of the form and version ${ours}. The form works without it. Load the same version of both.`,
  )
}
