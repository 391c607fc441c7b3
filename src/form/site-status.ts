/** Entry point: the status of state election sites as the element `<voter-site-status>`. Importing it defines the tag. */
import { defineTag } from './element/define-tag.ts'
import { panelElement } from './element/panel-element.ts'
import { type SiteStatusOptions, siteStatusElement } from './element/site-status-element.ts'
import { importedParts } from './widget/react/imported-parts.ts'

export type { SiteStatusOptions }

/** The element, with a list that a bundler splits into a separate file. */
export class VoterSiteStatusElement extends panelElement<SiteStatusOptions>(siteStatusElement, async () => {
  const [{ panelMounter }, { SiteStatusRoot }] = await Promise.all([
    import('./element/mount-panel.tsx'),
    import('./widget/uptime/site-status-root.tsx'),
  ])
  return panelMounter(SiteStatusRoot, importedParts)
}) {}

defineTag(siteStatusElement.tag, VoterSiteStatusElement)

declare global {
  interface HTMLElementTagNameMap {
    'voter-site-status': VoterSiteStatusElement
  }
}
