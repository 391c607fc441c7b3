/** The form's fields: values, groups, and request fields. */
import type { RequestField } from '../../../contract/request-fields.ts'
import type { FormMessages } from '../messages/catalog.ts'

/** In the order of the form. The state is first, since the facts and Tennessee's title depend on it. */
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

/** Values as typed, untrimmed; `to-request.ts` converts them for the API. */
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

/** Shown right before the submit button (R-A13), in the last step. */
export const consentFields: readonly FormField[] = ['agree', 'subscriber']

/** The visible part of the form: one group, all groups, or the review. */
export type FormStep = FieldGroup | 'page' | 'review'

/** All fields on one page, or in steps. */
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

/** Returns a field's control, whose value includes input from before hydration and values that the browser restored. A select has
 *  the same members as an input. */
export const getControl = (field: FormField, element: HTMLElement | null) =>
  element?.querySelector<HTMLInputElement>(`[name=${field}]`)

/** Another wording, language or page needs new consent (R-A12). */
export const clearConsent = (values: FormValues): FormValues => ({ ...values, agree: false, subscriber: false })

/** For the date of birth, returns its first part. */
export function toFormField(field: RequestField): FormField {
  return formFields.find((name) => requestFieldOf[name] === field) ?? 'agree'
}

/** The parts of the date have the label of the date. */
export function getFieldLabel(field: FormField, t: FormMessages): string {
  return requestFieldOf[field] === 'date_of_birth' ? t.fields.dateOfBirth : t.fields[field]
}
