/** The entry point of `voter-site-status.js`: defines `<voter-site-status>`, and places it where the page asks for it. */
import { defineTag } from '../define-tag.ts'
import { panelElement } from '../panel-element.ts'
import { siteStatusElement } from '../site-status-element.ts'
import { loadWithLibrary } from './load-part.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'
import type * as siteStatusPanel from './site-status-panel.ts'

const VoterSiteStatusElement = panelElement(siteStatusElement, async () => {
  const { mountSiteStatus } = await loadWithLibrary<typeof siteStatusPanel>('site-status-panel.js')
  return mountSiteStatus
})

const placed = { tag: siteStatusElement.tag, attributes: Object.keys(siteStatusElement.attributes) }
const isFirst = defineTag(siteStatusElement.tag, VoterSiteStatusElement)
placeBehind(placed, scriptTag, 'data-api-base')
if (isFirst) watchForMarked(placed, 'data-api-base')
