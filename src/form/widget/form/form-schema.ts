/** Validation of the input. Rejects everything that `to-request` cannot convert to a valid request. Messages are codes, so that
 *  they follow a language change. */
import * as z from 'zod/mini'
import { titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { type CalendarDay, codePoints, isEmail, maxCodePoints, maxEmailLength } from '../../../contract/text.ts'
import type { ErrorCode } from '../messages/catalog.ts'
import { getAge, parseBirthDate, toCalendarDay } from './birth-date.ts'
import { type FormField, type FormValues, formFields } from './fields.ts'
import type { FormErrors } from './form-errors.ts'
import { cleanText, parsePhone, parseZipcode } from './typed-text.ts'

/** `continue` reports the errors of all fields together. */
const typedText = (findProblem: (value: string) => ErrorCode | undefined) =>
  z.string().check(
    z.check(({ value, issues }) => {
      const message = findProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true })
    }),
  )

/** U+FFFD, a character lost in an encoding error. */
const lostLetter = '\ufffd'

const createText = (missing?: ErrorCode) =>
  typedText((value) => {
    const text = cleanText(value)
    if (text === '') return missing
    if (text.includes(lostLetter)) return 'lostLetter'
    return codePoints(text) > maxCodePoints ? 'tooLong' : undefined
  })

const EmailText = typedText((value) => {
  const email = cleanText(value)
  if (email === '') return 'emailMissing'
  if (email.includes(lostLetter)) return 'lostLetter'
  if (email.length > maxEmailLength) return 'emailTooLong'
  // The BFF converts an internationalized domain to `xn--`; here its letters count as ASCII letters.
  const domainAt = email.lastIndexOf('@') + 1
  const domain = email.slice(domainAt).replace(/(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu, 'a')
  return isEmail(email.slice(0, domainAt) + domain) ? undefined : 'emailInvalid'
})

const PhoneText = typedText((value) => {
  const { type } = parsePhone(value)
  if (type === 'extension') return 'phoneExtension'
  return type === 'unreal' ? 'phoneInvalid' : undefined
})

const ZipcodeText = typedText((value) => {
  if (cleanText(value) === '') return 'zipcodeMissing'
  return parseZipcode(value) === undefined ? 'zipcodeInvalid' : undefined
})

const FormSchema = z.object({
  title: typedText((value) => (['', ...titles].includes(value) ? undefined : 'titleMissing')),
  firstName: createText('firstNameMissing'),
  middleName: createText(),
  lastName: createText('lastNameMissing'),
  suffix: createText(),
  birthMonth: z.string(),
  birthDay: z.string(),
  birthYear: z.string(),
  email: EmailText,
  phone: PhoneText,
  address1: createText('address1Missing'),
  address2: createText(),
  city: createText('cityMissing'),
  state: typedText((value) => (isStateCode(value) ? undefined : 'stateMissing')),
  zipcode: ZipcodeText,
  agree: z.boolean(),
  subscriber: z.boolean(),
})

export interface ValidationOptions {
  /** The voter's current day. */
  today?: CalendarDay
  /** An unlikely year of birth that the voter has confirmed. */
  confirmedYear?: string | undefined
}

/** Adds the rules that depend on several fields, or on the day. */
function createFormSchema({ today = toCalendarDay(Date.now()), confirmedYear }: ValidationOptions) {
  return FormSchema.check(
    z.check(({ value, issues }) => {
      const report = (field: FormField, message: ErrorCode) => {
        issues.push({ code: 'custom', path: [field], message, input: value[field], continue: true })
      }
      if (value.state === 'TN' && value.title === '') report('title', 'titleMissing')
      if (value.state === 'TN' && value.title === 'Mx') report('title', 'titleNotInTennessee')
      const birth = parseBirthDate(value, today)
      if (birth.type === 'wrong') {
        for (const part of birth.parts) report(part, birth.code)
      } else {
        const age = getAge(birth.date, today)
        // Probably a typo.
        if ((age < 13 || age > 120) && value.birthYear !== confirmedYear) report('birthYear', 'yearDoubtful')
      }
      if (!value.agree) report('agree', 'agreeMissing')
      if (value.subscriber && cleanText(value.phone) === '') report('phone', 'phoneForTexts')
    }),
  )
}

/** Returns the first error of each field. */
export function validateValues(values: FormValues, options: ValidationOptions = {}): FormErrors {
  const fields: FormErrors['fields'] = {}
  for (const { path, message } of createFormSchema(options).safeParse(values).error?.issues ?? []) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) fields[field] ??= [message]
  }
  return { fields, general: [] }
}
