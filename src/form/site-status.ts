/** Entry point: the status of state election sites as the element `<voter-site-status>`. Importing it defines the tag. */
import { defineSiteStatus } from './element/voter-site-status-element.ts'

export { type SiteStatusOptions, VoterSiteStatusElement } from './element/voter-site-status-element.ts'

defineSiteStatus()
