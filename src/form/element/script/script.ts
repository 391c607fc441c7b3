/** The entry point of `voter-registration.js` and of its module version, the first file: it defines the element, which draws the
 *  form's first screen at once and loads the program that takes it over, and places it where the page asks for it. */
import { defineTag, tagNames } from '../define-tag.ts'
import { formOptions } from '../options.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'
import { VoterRegistrationElement } from './script-element.ts'

const isFirst = defineTag(tagNames.form, VoterRegistrationElement)
const placed = { tag: tagNames.form, options: formOptions }
placeBehind(placed, scriptTag, 'data-api-base')
if (isFirst) {
  watchForMarked(placed, 'data-api-base')
  // The only global name: for `instanceof`, and to read the version.
  const page = globalThis as unknown as { VoterRegistration?: unknown }
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
