/** Adds the state facts to the form of the script file, whichever of the two files loads first. */
import { version } from '../../widget/version.ts'
import { tagNames } from '../define-tag.ts'

/** The class of the form's element, as a further file sees it. One from a partner's own bundle includes its facts. */
interface FormClass {
  readonly version?: string
  readonly others?: string[]
  addStateFacts?: () => void
}

/**
 * Waits for the form's element and adds the state facts to it.
 *
 * @param file the name of this file, for the warning when the form has another version
 */
export async function joinForm(file: string): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as FormClass
  if (form.version === version) {
    // A form that could not be created has no such method.
    form.addStateFacts?.()
    return
  }
  const ours = `${version} of ${file}`
  if (form.others?.includes(ours) === true) return
  form.others?.push(ours)
  console.warn(
    `<${tagNames.form}>: this page loads version ${form.version ?? 'unknown'} of the form and version ${ours}. The form goes without it; load the same version of both.`,
  )
}
