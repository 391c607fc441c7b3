/** What `voter-civic.js` does when a page loads it: define `<voter-state-facts>`, put it where the page has asked for it,
 *  and give the form of `voter-registration.js` its facts, if that is on the page. */

import { addLook } from '../../widget/styles/stylesheet.ts'
import { defineStateFacts } from '../define-state-facts.ts'
import { tagNames } from '../tag-names.ts'
import { factsLook } from './facts-look.ts'
import { joinForm } from './join-form.ts'
import { makeFacts } from './make-facts.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

addLook(factsLook)
const isFirst = defineStateFacts()
placeBehind(tagNames.stateFacts, scriptTag, 'data-state')
if (isFirst) {
  watchForMarked(tagNames.stateFacts)
  void joinForm({ file: 'voter-civic.js', what: 'facts', make: makeFacts, look: factsLook })
}
