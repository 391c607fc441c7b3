/** The entry point of `voter-site-status.js`: defines `<voter-site-status>`, and places it where the page asks for it. This
 *  file exists only for the list, so it contains the list. */
import { lazyPart } from '../../widget/lazy-parts.ts'
import { SiteStatusPanel } from '../../widget/uptime/site-status-panel.tsx'
import { SiteStatusRoot } from '../../widget/uptime/site-status-root.tsx'
import { defineTag } from '../define-tag.ts'
import { panelMounter } from '../mount-panel.tsx'
import { panelElement } from '../panel-element.ts'
import { type SiteStatusOptions, siteStatusElement } from '../site-status-element.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

const parts = { siteStatus: lazyPart(() => Promise.resolve({ SiteStatusPanel })) }
const VoterSiteStatusElement = panelElement<SiteStatusOptions>(siteStatusElement, async () =>
  panelMounter(SiteStatusRoot, parts),
)

const isFirst = defineTag(siteStatusElement.tag, VoterSiteStatusElement)
placeBehind(siteStatusElement, scriptTag, 'data-api-base')
if (isFirst) watchForMarked(siteStatusElement, 'data-api-base')
