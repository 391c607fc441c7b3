/** Gives the form of the script file its state facts, whichever of the two files comes first. */
import { version } from '../../widget/version.ts'
import { tagNames } from '../define-tag.ts'

/** The class of the form's element, as a further file sees it. One from a partner's own bundle brings its facts itself. */
interface FormClass {
  readonly version?: string
  readonly others?: string[]
  addStateFacts?: () => void
}

/**
 * Waits for the form's element and gives it the state facts.
 *
 * @param file the name of this file, for the warning where the form is of another version
 */
export async function joinForm(file: string): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as FormClass
  if (form.version === version) {
    // Where the form could not be made, there is nothing to add to.
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
