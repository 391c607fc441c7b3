/** What the script file does when a page loads it: define the element, and put it where the page has asked for it. Its
 *  module twin is the same file; a module has no tag of its own, so it places nothing behind one. */
import { defineElement, tagName } from '../define-element.ts'
import { VoterRegistrationElement } from '../voter-registration-element.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

const page = globalThis as unknown as { VoterRegistration?: unknown }
const isFirst = customElements.get(tagName) === undefined
defineElement()
placeBehind(scriptTag)
if (isFirst) {
  watchForMarked()
  // The one name that a page gets: for `instanceof`, and to see the version.
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
