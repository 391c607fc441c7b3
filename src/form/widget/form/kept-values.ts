/** The form's values, restored from the registration that was sent. */
import type { KeptAnswer } from '../../../contract/kept-answer.ts'
import { emptyValues, type FormValues } from './fields.ts'
import { readPrefill } from './prefill.ts'

/**
 * Returns the form's values as they were sent.
 *
 * @param version the wording that is on the screen: a checked box at another wording is not consent to it (R-A12)
 */
export function keptValues(
  { request, consent_version }: Pick<KeptAnswer, 'request' | 'consent_version'>,
  version: string | undefined,
): FormValues {
  const agree = consent_version === version
  const subscriber = agree && request.sms_opt_in_subscriber === true
  return { ...emptyValues, ...readPrefill(request).values, agree, subscriber }
}
