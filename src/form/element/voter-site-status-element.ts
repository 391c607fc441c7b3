/** `<voter-site-status>`: the status of state election sites as a tag on any page. */
import { importedParts } from '../widget/react/imported-parts.ts'
import { defineTag } from './define-tag.ts'
import { panelElement } from './panel-element.ts'
import { type SiteStatusOptions, siteStatusElement } from './site-status-element.ts'

export type { SiteStatusOptions }

/** The element, with a list that a bundler splits into a separate file. */
export class VoterSiteStatusElement extends panelElement<SiteStatusOptions>(siteStatusElement, async () => {
  const [{ panelMounter }, { SiteStatusRoot }] = await Promise.all([
    import('./mount-panel.tsx'),
    import('../widget/uptime/site-status-root.tsx'),
  ])
  return panelMounter(SiteStatusRoot, importedParts)
}) {}

/** Defines the element. A page that already has it keeps its own; the console names the other version.
 *
 * @returns whether this call defined it
 */
export function defineSiteStatus(): boolean {
  return defineTag(siteStatusElement.tag, VoterSiteStatusElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-site-status': VoterSiteStatusElement
  }
}
