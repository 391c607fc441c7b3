/** The controls of the form: their values, and the request field of each. */
import type { RequestField } from '../../../contract/request-fields.ts'
import type { Words } from '../messages/catalog.ts'

/** The values of an empty form, in its order: the facts and Tennessee's title depend on the state, which is first. */
export const emptyValues = {
  state: '',
  zipcode: '',
  firstName: '',
  middleName: '',
  lastName: '',
  title: '',
  suffix: '',
  birthMonth: '',
  birthDay: '',
  birthYear: '',
  address1: '',
  address2: '',
  city: '',
  email: '',
  phone: '',
  agree: false,
  subscriber: false,
}

/** The form's values by control: texts as typed, untrimmed; `to-request.ts` converts them to the API's names. */
export type FormValues = typeof emptyValues

export type FormField = keyof FormValues

export const fieldGroups = ['state', 'name', 'address', 'contact'] as const

export type FieldGroup = (typeof fieldGroups)[number]

export const groupFields: Readonly<Record<FieldGroup, readonly FormField[]>> = {
  state: ['state', 'zipcode'],
  name: ['firstName', 'middleName', 'lastName', 'title', 'suffix', 'birthMonth', 'birthDay', 'birthYear'],
  address: ['address1', 'address2', 'city'],
  contact: ['email', 'phone'],
}

/** The fields of the consent: they come right before the button that sends (R-A13), at the last step. */
export const consentFields: readonly FormField[] = ['agree', 'subscriber']

/** Which part of the form is on the screen: one group, all of them, or the review. */
export type FormStep = FieldGroup | 'page' | 'review'

/** How the form is laid out: all fields on one page, or in steps. */
export type FormLayout = 'page' | 'steps'

export const requestFieldOf = {
  state: 'state',
  zipcode: 'zipcode',
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  title: 'title',
  suffix: 'suffix',
  birthMonth: 'date_of_birth',
  birthDay: 'date_of_birth',
  birthYear: 'date_of_birth',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  email: 'email',
  phone: 'phone',
  agree: 'sms_opt_in',
  subscriber: 'sms_opt_in_subscriber',
} as const satisfies Record<FormField, RequestField>

export const formFields: readonly FormField[] = Object.keys(requestFieldOf).filter(isFormField)

function isFormField(key: string): key is FormField {
  return Object.hasOwn(requestFieldOf, key)
}

export const textFields = formFields.filter((field) => field !== 'agree' && field !== 'subscriber')

/** Returns a field's control below an element: it has what was typed early or put back by the browser, which the form library
 *  knows only later. Not by class: a frame's document has other classes. A list has the same members as an input. */
export const getControl = (field: FormField, element: HTMLElement | null) =>
  element?.querySelector<HTMLInputElement>(`[name=${field}]`)

/** Clears both checkboxes: another wording, language or page needs consent again (R-A12). */
export const clearConsent = (values: FormValues): FormValues => ({ ...values, agree: false, subscriber: false })

/** Returns the control for a request field; for the date of birth the first part. */
export function toFormField(field: RequestField): FormField {
  return formFields.find((name) => requestFieldOf[name] === field) ?? 'agree'
}

/** Returns the name of a field in an error: a part of the date has the name of the whole date. */
export function getFieldLabel(field: FormField, words: Words): string {
  return requestFieldOf[field] === 'date_of_birth' ? words.fields.dateOfBirth : words.fields[field]
}
