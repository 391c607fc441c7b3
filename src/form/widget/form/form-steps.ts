/** The steps of the form: groups of fields one after the other, or all of them on one page, and a review of the values. */
import type { Words } from '../messages/catalogue.ts'
import { type FormField, formFields } from './fields.ts'

const groups = {
  state: ['state', 'zipcode'],
  name: ['firstName', 'middleName', 'lastName', 'title', 'suffix', 'birthMonth', 'birthDay', 'birthYear'],
  address: ['address1', 'address2', 'city'],
  contact: ['email', 'phone'],
} as const satisfies Record<string, readonly FormField[]>

/** The fields of the consent: they come right before the button that sends (R-A13), at the last step. */
const consentFields = ['agree', 'subscriber'] as const satisfies readonly FormField[]

export type FieldGroup = keyof typeof groups

export const fieldGroups = ['state', 'name', 'address', 'contact'] as const satisfies readonly FieldGroup[]

/** Which part of the form is on the screen: one group, all of them, or the review. */
export type FormStep = FieldGroup | 'page' | 'review'

/** How the form is laid out: all fields on one page, or in steps. */
export type FormLayout = 'page' | 'steps'

/** `review` shows the values once more before they are sent. */
export function formStepsOf(
  layout: FormLayout = 'page',
  review = layout === 'steps',
): readonly [FormStep, ...FormStep[]] {
  const last = review ? (['review'] as const) : []
  return layout === 'steps' ? [...fieldGroups, ...last] : ['page', ...last]
}

export const fieldsOf = (group: FieldGroup): readonly FormField[] => groups[group]

/** Whether a step is the last one, which asks for consent and sends. */
export const isLast = (step: FormStep, steps: readonly FormStep[]): boolean => step === steps.at(-1)

export function fieldsAt(step: FormStep, steps: readonly FormStep[]): readonly FormField[] {
  const own = formFields.filter((field) =>
    step === 'page' ? !isConsent(field) : step !== 'review' && fieldsOf(step).includes(field),
  )
  return isLast(step, steps) ? [...own, ...consentFields] : own
}

const isConsent = (field: FormField) => consentFields.some((one) => one === field)

export function stepFor(field: FormField, steps: readonly FormStep[]): FormStep {
  return steps.find((step) => fieldsAt(step, steps).includes(field)) ?? 'page'
}

/** Returns how far a step is, for example "Step 2 of 5", and its name; without `progress` where the steps are not counted: before
 *  the review of a form on one page. */
export function stepParts(
  at: FormStep,
  steps: readonly FormStep[],
  words: Words,
): { progress: string | undefined; name: string } {
  if (at === 'page') return { progress: undefined, name: words.form.heading }
  const isCounted = steps.length > 2
  const progress = words.steps.progress({ number: steps.indexOf(at) + 1, total: steps.length })
  return { progress: isCounted ? progress : undefined, name: words.steps[at] }
}

export function stepTitle(at: FormStep, steps: readonly FormStep[], words: Words): string {
  const { progress, name } = stepParts(at, steps, words)
  return progress === undefined ? name : `${progress}: ${name}`
}
