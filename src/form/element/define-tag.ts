/** Defines our custom elements once, and connects those of several script files. */
import { version as ourVersion } from '../widget/version.ts'

export const tagNames = {
  form: 'voter-registration',
  stateFacts: 'voter-state-facts',
} as const

export interface VersionedElementClass extends CustomElementConstructor {
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly otherVersions: string[]
}

/** Keeps an element that the page has already; the console names the other version, once. Always `false` on a server. */
export function defineTag(tag: string, elementClass: VersionedElementClass): boolean {
  if (typeof customElements === 'undefined') return false
  const registered = customElements.get(tag) as Partial<VersionedElementClass> | undefined
  if (registered === undefined) {
    customElements.define(tag, elementClass)
    return true
  }
  const { version } = elementClass
  if (registered.version === version || registered.otherVersions?.includes(version) === true) return false
  registered.otherVersions?.push(version)
  console.warn(
    `<${tag}>: this page loads version ${version}, but version ${registered.version ?? 'unknown'} was loaded first and stays. Load only one of them.`,
  )
  return false
}

/** The class of the form's element, as another script file sees it. A class from a partner's bundle includes its facts. */
type FormClass = Partial<VersionedElementClass> & { addStateFacts?: () => void }

/** Adds the state facts to the form's element as soon as it is defined. `file` is the caller's. */
export async function enableStateFacts(file: string): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as FormClass
  if (form.version === ourVersion) {
    // Missing if the form could not be created.
    form.addStateFacts?.()
    return
  }
  const ownVersion = `${ourVersion} of ${file}`
  if (form.otherVersions?.includes(ownVersion) === true) return
  form.otherVersions?.push(ownVersion)
  console.warn(
    `<${tagNames.form}>: this page loads version ${form.version ?? 'unknown'} of the form and version ${ownVersion}. The form works without it. Load the same version of both.`,
  )
}
