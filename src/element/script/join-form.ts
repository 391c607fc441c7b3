/** Gives the form of the script file what a further script file brings, whichever of the two comes first. */

import { version } from '../../widget/version.ts'
import { tagNames } from '../tag-names.ts'
import type { MakeParts } from './library.ts'

/** The class of the form's element, as a further file sees it. One that has everything inside takes nothing. */
export interface TakesParts {
  readonly version?: string
  readonly others?: string[]
  takeParts?(what: string, make: MakeParts, look: string): void
}

/** What a further script file brings. */
export interface Brought {
  /** The file's name, for the warning where the form is of another version. */
  file: string
  /** What the parts are about. */
  what: string
  make: MakeParts
  /** Their style rules. */
  look: string
}

/** Waits for the form's element and gives it the parts. */
export async function joinForm({ file, what, make, look }: Brought): Promise<void> {
  const form = (await customElements.whenDefined(tagNames.form)) as TakesParts
  if (form.version === version) {
    form.takeParts?.(what, make, look)
    return
  }
  const ours = `${version} of ${file}`
  if (form.others?.includes(ours) === true) return
  form.others?.push(ours)
  console.warn(
    `<${tagNames.form}>: this page loads version ${form.version ?? 'unknown'} of the form and version ${ours}. The form goes without it; load the same version of both.`,
  )
}
