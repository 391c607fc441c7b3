/** What a page that works without scripts gives the form it has rendered on a server. */
import type { Findings } from './form/form-errors.ts'
import type { FormValues } from './form/form-values.ts'

/** Where the form goes without scripts, and with what it was rendered again. */
export interface PlainForm {
  /** Where a browser without scripts posts the form. */
  action: string
  /** Hidden fields that are posted along. */
  fields: Readonly<Record<string, string>>
  /** What the voter has posted, as typed. */
  values?: FormValues
  /** What was wrong with it. */
  found?: Findings
}
