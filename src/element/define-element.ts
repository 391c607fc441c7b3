/** Makes `<voter-registration>` known to the page, once. */
import { defineTag } from './define-tag.ts'
import { tagNames } from './tag-names.ts'
import { VoterRegistrationElement } from './voter-registration-element.ts'

/** Defines the element. A page that has it already keeps the one it has; another version is named in the console.
 *
 * @returns whether it was defined now
 */
export function defineElement(): boolean {
  return defineTag(tagNames.form, VoterRegistrationElement)
}
