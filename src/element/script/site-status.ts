/** The entry of `voter-site-status.js`: defines `<voter-site-status>`, and puts it where the page has asked for it. The list
 *  is all that this file is for, so it is there at once. */
import { lazyPart } from '../../widget/lazy-parts.ts'
import { SiteStatusPanel } from '../../widget/uptime/site-status-panel.tsx'
import { defineTag } from '../define-tag.ts'
import { sitesMounter } from '../mount-sites.tsx'
import type { MountPanel } from '../panel-element.ts'
import { SiteStatusElement, type SiteStatusOptions } from '../site-status-element.ts'
import { tagNames } from '../tag-names.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

const parts = { siteStatus: lazyPart(() => Promise.resolve({ SiteStatusPanel })) }

class VoterSiteStatusElement extends SiteStatusElement {
  protected override async loadPanel(): Promise<MountPanel<SiteStatusOptions>> {
    return sitesMounter(parts)
  }
}

const isFirst = defineTag(tagNames.siteStatus, VoterSiteStatusElement)
placeBehind(tagNames.siteStatus, scriptTag, 'data-api-base')
if (isFirst) watchForMarked(tagNames.siteStatus)
