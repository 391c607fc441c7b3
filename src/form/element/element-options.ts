/** The options of the element, as properties; most of them also as attributes. */
import type { PrefillField, VoterRegistrationOptions } from '../widget/options.ts'

export type { Tracking } from '../../contract/campaign.ts'

/** The element's options: those of the React component, and what only makes sense for a tag on a page. */
export interface ElementOptions extends VoterRegistrationOptions {
  /** Fields that may be filled in from the page's address, each by its name. None by default. */
  prefillFromUrl?: false | readonly PrefillField[]
  /** Read `utm_*` and `source` from the page's address, where they are not set here. */
  trackingFromUrl?: boolean
  /** Read the language from the page's address, before `locale`: `?lang=es`, or `?locale=es`. One that the form has no texts in
   *  counts for nothing. */
  localeFromUrl?: boolean
  /** `lazy` waits with the form until the element comes near the viewport. */
  loading?: 'eager' | 'lazy'
  /** `inline` (default): the form is in the page. `dialog`: it opens in a dialog, when the page calls `open()` or the voter
   *  clicks what has `data-voter-registration-open`. Counts when the form comes onto the page. */
  display?: 'inline' | 'dialog'
}
