/** Gives the form of the script file what a further script file brings, whichever of the two comes first. */
import { tagNames } from '../tag-names.ts'
import type { MakeParts } from './library.ts'

/** The class of the form's element, as a further file sees it. One that has everything inside takes nothing. */
export interface TakesParts {
  readonly version?: string
  takeParts?(make: MakeParts): void
}

/**
 * Waits for the form's element and gives it the parts.
 *
 * @param file the further file's name, for the warning where the form is of another version
 */
export async function joinForm(file: string, version: string, make: MakeParts): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as TakesParts
  if (form.version === version) form.takeParts?.(make)
  else {
    console.warn(
      `<${tagNames.form}>: this page loads version ${form.version ?? 'unknown'} of the form and version ${version} of ${file}. The form goes without it; load the same version of both.`,
    )
  }
}
