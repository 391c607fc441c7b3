/** Why something that is not the voter's doing went wrong. */
import type { ProblemCode } from '../../../contract/bff-api.ts'
import { findOutcome } from '../../../contract/outcome-table.ts'

/** The form's own words for it, each with what happened. */
export const formErrors = {
  offline: 'the browser says that it is offline; nothing was sent',
  timeout: 'no answer within 20 seconds; it may have been sent',
  network: 'the request failed; it may have been sent',
  unreadable: 'the answer is none that the form can read; it may have been sent',
  settings_unavailable: 'the settings cannot be loaded, so there is no form',
  unsupported: 'the page or browser lacks something that the form needs; the fallback content is shown',
  misconfigured: '`api-base` is missing; only the element can be without it',
  broken: 'the form has failed on this page; the fallback content is shown',
} as const

/**
 * A word for programs: one of the form's own, one of the BFF's, or the status of an answer that is not the BFF's (`http_502`).
 * A newer BFF may send a word that is not listed: have a branch for all others.
 */
export type FormErrorCode = keyof typeof formErrors | ProblemCode | `http_${number}`

/** Whether the checks of `?vr-diagnose` can explain an error: what the page's own site has to change. */
export function hasDiagnosis(code: string): boolean {
  const { audience, retry } = findOutcome(code)
  return code === 'settings_unavailable' || (audience === 'partner' && retry === 'never')
}
