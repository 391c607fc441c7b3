/** Makes `<voter-state-facts>` known to the page, once. */
import { defineTag } from './define-tag.ts'
import { tagNames } from './tag-names.ts'
import { VoterStateFactsElement } from './voter-state-facts-element.ts'

/** Defines the element. A page that has it already keeps the one it has; another version is named in the console.
 *
 * @returns whether it was defined now
 */
export function defineStateFacts(): boolean {
  return defineTag(tagNames.stateFacts, VoterStateFactsElement)
}
