/** `<voter-site-status>`: how the sites of states are, as a tag on any page. */
import { importedParts } from '../widget/react/imported-parts.ts'
import type { MountPanel } from './panel-element.ts'
import { SiteStatusElement, type SiteStatusOptions } from './site-status-element.ts'

export type { SiteStatusOptions }

/** The element, with a list that a bundler makes a file of. */
export class VoterSiteStatusElement extends SiteStatusElement {
  protected override async loadPanel(): Promise<MountPanel<SiteStatusOptions>> {
    const { sitesMounter } = await import('./mount-sites.tsx')
    return sitesMounter(importedParts)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-site-status': VoterSiteStatusElement
  }
}
