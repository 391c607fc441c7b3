/** What `<voter-site-status>` is, but for where its list comes from: that is the entry's business. */
import type { PanelOptions } from '../widget/panel-options.ts'
import { tagNames } from './define-tag.ts'
import { missingApiBase, type PanelDefinition, panelAttributes } from './panel-element.ts'

/** What can be set: the options of `<VoterSiteStatus>`. */
export type SiteStatusOptions = PanelOptions

/** The element. */
export const siteStatusElement: PanelDefinition = {
  tag: tagNames.siteStatus,
  attributes: panelAttributes,
  required: { 'api-base': missingApiBase },
}
