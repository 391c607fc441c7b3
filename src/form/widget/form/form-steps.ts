/** The steps of the form: groups of fields one after the other, or all of them on one page, and a review of the values. */
import type { Words } from '../messages/catalogue.ts'
import { type FormField, formFields } from './fields.ts'

/** The groups, and the fields of each. */
const groups = {
  state: ['state', 'zipcode'],
  name: ['firstName', 'middleName', 'lastName', 'title', 'suffix', 'birthMonth', 'birthDay', 'birthYear'],
  address: ['address1', 'address2', 'city'],
  contact: ['email', 'phone', 'agree', 'subscriber'],
} as const satisfies Record<string, readonly FormField[]>

/** Fields that belong together. */
export type FieldGroup = keyof typeof groups

/** The groups in the order of the form. */
export const fieldGroups = ['state', 'name', 'address', 'contact'] as const satisfies readonly FieldGroup[]

/** Which part of the form is on the screen: one group, all of them, or the review. */
export type FormStep = FieldGroup | 'page' | 'review'

/** The value that a button posts which does not go forward, for browsers without scripts. */
export type StepAct = 'back' | `change-${FieldGroup}`

/** How the form is laid out: all fields on one page, or in steps. */
export type FormLayout = 'page' | 'steps'

/**
 * Returns the steps in their order.
 *
 * @param review whether the typed values are shown once more before they are sent; default: only for a form in steps
 */
export function formStepsOf(
  layout: FormLayout = 'page',
  review = layout === 'steps',
): readonly [FormStep, ...FormStep[]] {
  const last = review ? (['review'] as const) : []
  return layout === 'steps' ? [...fieldGroups, ...last] : ['page', ...last]
}

/** Returns the step that a button of this name leads to, for browsers without scripts; `undefined` for an unknown name. */
export function stepAfter(act: string | undefined, at: FormStep, steps: readonly FormStep[]): FormStep | undefined {
  if (act === 'back') return steps[steps.indexOf(at) - 1]
  const group = fieldGroups.find((one) => act === (`change-${one}` satisfies StepAct))
  return group && stepFor(groups[group][0], steps)
}

/** Returns the fields of a step. The consent checkboxes come before the button that sends, so the review has them too. */
export function fieldsAt(step: FormStep): readonly FormField[] {
  if (step === 'page') return formFields
  return step === 'review' ? ['agree', 'subscriber'] : groups[step]
}

/** Returns the step that contains a field. */
export function stepFor(field: FormField, steps: readonly FormStep[]): FormStep {
  return steps.find((step) => fieldsAt(step).includes(field)) ?? 'page'
}

/** Returns the heading of a step: the progress and the topic, for example "Step 2 of 4: Name and birth". */
export function stepTitle(at: FormStep, steps: readonly FormStep[], words: Words): string {
  if (at === 'page') return words.form.heading
  if (at === 'review') return words.steps.review
  const asking = steps.filter((step) => step !== 'review')
  return words.steps.progress({ number: asking.indexOf(at) + 1, total: asking.length, step: words.steps[at] })
}
