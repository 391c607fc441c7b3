/** What the voter types, as typed: one value for each control of the form. The wire's names begin at `to-request.ts`. */

/** The form's values. Texts are as typed, untrimmed; boxes are ticked or not. */
export interface FormValues {
  title: string
  firstName: string
  middleName: string
  lastName: string
  suffix: string
  birthMonth: string
  birthDay: string
  birthYear: string
  email: string
  phone: string
  address1: string
  address2: string
  city: string
  state: string
  zipcode: string
  agree: boolean
  subscriber: boolean
}

/** The name of one control. */
export type FormField = keyof FormValues

/** A form in which nothing has been typed. */
export const emptyValues: FormValues = {
  title: '',
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  birthMonth: '',
  birthDay: '',
  birthYear: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipcode: '',
  agree: false,
  subscriber: false,
}
