/** `<voter-site-status>`, except for how its list is loaded: each entry point decides that. */
import type { PanelOptions } from '../widget/panel-options.ts'
import { tagNames } from './define-tag.ts'
import { missingApiBase, type PanelDefinition, panelAttributes } from './panel-element.ts'

/** The options of `<VoterSiteStatus>`. */
export type SiteStatusOptions = PanelOptions

/** The definition of the element. */
export const siteStatusElement: PanelDefinition = {
  tag: tagNames.siteStatus,
  attributes: panelAttributes,
  required: { 'api-base': missingApiBase },
}
