/** What `<voter-site-status>` is, but for where its list comes from: that is the entry's business. */
import type { VoterSiteStatusProps } from '../widget/uptime/site-status-root.tsx'
import { missingApiBase, type PanelDefinition, panelAttributes, panelOptions } from './panel-element.ts'
import { tagNames } from './tag-names.ts'

/** What can be set: the options of `<VoterSiteStatus>`. */
export type SiteStatusOptions = Omit<VoterSiteStatusProps, 'id' | 'className' | 'style' | 'onAt'>

/** The element. */
export const siteStatusElement: PanelDefinition<SiteStatusOptions> = {
  tag: tagNames.siteStatus,
  attributes: panelAttributes,
  names: panelOptions,
  required: { 'api-base': missingApiBase },
}
