/** What `voter-site-status.js` does when a page loads it: define `<voter-site-status>`, and put it where the page has asked
 *  for it. */

import { addLook } from '../../widget/styles/stylesheet.ts'
import { defineSiteStatus } from '../define-site-status.ts'
import { tagNames } from '../tag-names.ts'
import { factsLook } from './facts-look.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

// The list looks as facts do.
addLook(factsLook)
const isFirst = defineSiteStatus()
placeBehind(tagNames.siteStatus, scriptTag, 'data-api-base')
if (isFirst) watchForMarked(tagNames.siteStatus)
