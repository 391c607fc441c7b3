/** The form in steps for browsers without scripts: the result of a posted step. The values are in hidden fields of the page. */
import { withoutConsent } from '../widget/form/fields.ts'
import type { FormErrors } from '../widget/form/form-errors.ts'
import { type FormStep, fieldsAt, stepAfter } from '../widget/form/form-steps.ts'
import type { Filled } from './form-content.tsx'
import { checkPosted, type FormBody } from './parse-form-body.ts'

/** The form as the response to a post. */
export interface StepPage {
  filled: Filled
  status: 200 | 422
}

/**
 * Returns the form at the next step, at another one that a button requests, at the same one with its errors or in another
 * language. Every step keeps the key of the first, so that neither the browser's Back nor a second press registers twice.
 *
 * @param steps the steps of the form on this visit
 * @param version the current wording: a tick at an older one is not consent to it (R-A12)
 * @returns `undefined` when the form is to be checked as a whole and sent
 */
export function afterStep(
  body: FormBody,
  steps: readonly FormStep[],
  version: string | undefined,
): StepPage | undefined {
  const { values, cut, hidden } = body
  const { act, key, before, year, change, wording, language } = hidden
  if (language !== undefined) return inOtherLanguage(body, steps)
  const at = steps.find((one) => one === hidden.step)
  if (at === undefined || act === 'send') return undefined
  const kept = wording === version ? values : withoutConsent(values)
  const filled = (step: FormStep, isChange: boolean): Filled => ({ values: kept, before, year, key, step, isChange })
  const isChange = change !== undefined
  if (act === 'back' && isChange) return { filled: filled('review', false), status: 200 }
  const asked = stepAfter(act, at, steps)
  if (asked !== undefined) return { filled: filled(asked, act !== 'back'), status: 200 }
  const following = isChange ? 'review' : steps[steps.indexOf(at) + 1]
  if (following === undefined) return undefined
  const { fields } = checkPosted({ values: kept, cut, hidden })
  if (values.agree && !kept.agree) fields.agree = ['wordingChanged']
  const found = errorsAt(at, steps, fields)
  if (found === undefined) return { filled: filled(following, false), status: 200 }
  return { filled: { ...filled(at, isChange), found }, status: 422 }
}

/** Returns the errors of a step's own fields; `undefined` where there are none. */
export function errorsAt(
  step: FormStep,
  steps: readonly FormStep[],
  fields: FormErrors['fields'],
): FormErrors | undefined {
  const wrong = fieldsAt(step, steps).flatMap((field) =>
    fields[field] === undefined ? [] : [[field, fields[field]] as const],
  )
  return wrong.length === 0 ? undefined : { fields: Object.fromEntries(wrong), others: [] }
}

/** Returns the same form with what was typed, to be shown in another language: its wording is another one, so nothing is
 *  agreed to (R-A12). */
function inOtherLanguage({ values, hidden }: FormBody, steps: readonly FormStep[]): StepPage {
  const { before, year, key, change } = hidden
  const step = steps.find((one) => one === hidden.step)
  const filled = { values: withoutConsent(values), before, year, key, step, isChange: change !== undefined }
  return { filled, status: 200 }
}
