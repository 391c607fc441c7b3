/** What the script file and its module twin do when a page loads them. */
import { defineElement } from '../define-element.ts'
import { tagNames } from '../tag-names.ts'
import { VoterRegistrationElement } from '../voter-registration-element.ts'
import { takeParts } from './form-once.ts'
import type { TakesParts } from './join-form.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

/** Defines the element, and puts it where the page has asked for it. A module has no tag of its own, so it places nothing
 *  behind one. */
export function runScript(): void {
  // Where further script files find the form, whichever comes first.
  Object.assign(VoterRegistrationElement, { takeParts } satisfies TakesParts)
  const isFirst = defineElement()
  placeBehind(tagNames.form, scriptTag, 'data-api-base')
  if (!isFirst) return
  watchForMarked(tagNames.form)
  // The one name that a page gets: for `instanceof`, and to see the version.
  const page = globalThis as unknown as { VoterRegistration?: unknown }
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
