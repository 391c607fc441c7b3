/** Makes `<voter-site-status>` known to the page, once. */
import { defineTag } from './define-tag.ts'
import { tagNames } from './tag-names.ts'
import { VoterSiteStatusElement } from './voter-site-status-element.ts'

/** Defines the element. A page that has it already keeps the one it has; another version is named in the console.
 *
 * @returns whether it was defined now
 */
export function defineSiteStatus(): boolean {
  return defineTag(tagNames.siteStatus, VoterSiteStatusElement)
}
