/** What the server tells the script of the page, as JSON in it. */
import type { VoterRegistrationProps } from '../widget/options.ts'

/** The form's options, without what cannot be written as JSON; the script adds the BFF's address. */
export type FormProps = Pick<
  VoterRegistrationProps,
  | 'partner'
  | 'tracking'
  | 'locale'
  | 'locales'
  | 'prefill'
  | 'appearance'
  | 'linkTarget'
  | 'headingLevel'
  | 'settings'
  | 'instanceId'
  | 'plain'
>

/** What the script gets. */
export interface PageData {
  /** Names this page in what it tells the page around it. */
  instanceId: string
  /** Origins of the pages that may frame it. */
  parents: readonly string[]
  /** The form, where it is on the page. */
  form?: FormProps
  /** Fields that the address may fill in. */
  prefillFromUrl?: readonly string[]
}
