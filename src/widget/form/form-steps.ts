/** The steps of the form: groups of fields one after the other, or all of them on one page, and a review of what was typed. */
import { type FormField, formFields } from './fields.ts'

/** The groups, and the fields that each asks for. */
const groups = {
  state: ['state', 'zipcode'],
  name: ['title', 'firstName', 'middleName', 'lastName', 'suffix', 'birthMonth', 'birthDay', 'birthYear'],
  address: ['address1', 'address2', 'city'],
  contact: ['email', 'phone', 'agree', 'subscriber'],
} as const satisfies Record<string, readonly FormField[]>

/** Fields that belong together. */
export type FieldGroup = keyof typeof groups

/** The groups in the order of the form. */
export const fieldGroups = ['state', 'name', 'address', 'contact'] as const satisfies readonly FieldGroup[]

/** What of the form is on the screen: one group, all of them, or the review. */
export type FormStep = FieldGroup | 'page' | 'review'

/** What a button of the form posts that does not lead on, where there are no scripts. */
export type StepAct = 'back' | `change-${FieldGroup}`

/** How the form is laid out: all fields on one page, or in steps. */
export type FormLayout = 'page' | 'steps'

/**
 * The steps in their order.
 *
 * @param review whether what was typed is shown once more before it is sent; left out, only a form in steps does that
 */
export function formStepsOf(
  layout: FormLayout = 'page',
  review = layout === 'steps',
): readonly [FormStep, ...FormStep[]] {
  const last = review ? (['review'] as const) : []
  return layout === 'steps' ? [...fieldGroups, ...last] : ['page', ...last]
}

/** The step that a button of this name leads to, for browsers without scripts; `undefined` when it names none. */
export function stepAfter(act: string | undefined, at: FormStep, steps: readonly FormStep[]): FormStep | undefined {
  if (act === 'back') return steps[steps.indexOf(at) - 1]
  const group = fieldGroups.find((one) => act === (`change-${one}` satisfies StepAct))
  return group && stepFor(groups[group][0], steps)
}

/** The fields that can be filled in at a step. The boxes of the consent stand before the button that sends, so at the review
 *  too. */
export function fieldsAt(step: FormStep): readonly FormField[] {
  if (step === 'page') return formFields
  return step === 'review' ? ['agree', 'subscriber'] : groups[step]
}

/** The step that asks for a field. */
export function stepFor(field: FormField, steps: readonly FormStep[]): FormStep {
  return steps.find((step) => fieldsAt(step).includes(field)) ?? 'page'
}
