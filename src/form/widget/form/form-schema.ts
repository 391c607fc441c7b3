/** The validation of the typed values. It rejects everything that `to-request` could not convert to a body the service
 *  accepts. Its messages are codes, so that they follow a change of language. */
import * as z from 'zod/mini'
import { titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { type CalendarDay, codePoints, isEmail, maxCodePoints, maxEmailLength } from '../../../contract/text.ts'
import type { ErrorCode } from '../messages/catalogue.ts'
import { dayOf, isDoubtful, readBirthDate } from './birth-date.ts'
import { type FormField, type FormValues, formFields } from './fields.ts'
import type { FormErrors } from './form-errors.ts'
import { clean, readPhone, readZipcode } from './typed-text.ts'

const typed = (problem: (value: string) => ErrorCode | undefined) =>
  z.string().check(
    z.check(({ value, issues }) => {
      const message = problem(value)
      // `continue` makes the schema report all errors at once.
      if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true })
    }),
  )

/** Stands for a letter that was lost between two programs. */
const lost = '\ufffd'

const text = (missing?: ErrorCode) =>
  typed((value) => {
    const sent = clean(value)
    if (sent === '') return missing
    if (sent.includes(lost)) return 'lostLetter'
    return codePoints(sent) > maxCodePoints ? 'tooLong' : undefined
  })

const email = typed((value) => {
  const sent = clean(value)
  if (sent === '') return 'emailMissing'
  if (sent.includes(lost)) return 'lostLetter'
  if (sent.length > maxEmailLength) return 'emailTooLong'
  // The BFF sends an internationalized domain as `xn--`; here its letters count like ASCII letters.
  const at = sent.lastIndexOf('@') + 1
  const domain = sent.slice(at).replace(/(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu, 'a')
  return isEmail(sent.slice(0, at) + domain) ? undefined : 'emailUnreal'
})

const phone = typed((value) => {
  const { type: is } = readPhone(value)
  if (is === 'extension') return 'phoneExtension'
  return is === 'unreal' ? 'phoneUnreal' : undefined
})

const zipcode = typed((value) => {
  if (clean(value) === '') return 'zipcodeMissing'
  return readZipcode(value) === undefined ? 'zipcodeUnreal' : undefined
})

/** `sureYear` returns the year of birth about which the voter was asked before: it is not asked about again. */
export function formSchema(today: () => CalendarDay = () => dayOf(Date.now()), sureYear?: () => string | undefined) {
  return z
    .object({
      title: typed((value) => (['', ...titles].includes(value) ? undefined : 'titleMissing')),
      firstName: text('firstNameMissing'),
      middleName: text(),
      lastName: text('lastNameMissing'),
      suffix: text(),
      birthMonth: z.string(),
      birthDay: z.string(),
      birthYear: z.string(),
      email,
      phone,
      address1: text('address1Missing'),
      address2: text(),
      city: text('cityMissing'),
      state: typed((value) => (isStateCode(value) ? undefined : 'stateMissing')),
      zipcode,
      agree: z.boolean(),
      subscriber: z.boolean(),
    })
    .check(
      z.check(({ value, issues }) => {
        const wrong = (field: FormField, message: ErrorCode) => {
          issues.push({ code: 'custom', path: [field], message, input: value[field], continue: true })
        }
        if (value.state === 'TN' && value.title === '') wrong('title', 'titleMissing')
        if (value.state === 'TN' && value.title === 'Mx') wrong('title', 'titleNotInTennessee')
        const birth = readBirthDate(value, today())
        if (birth.type === 'wrong') {
          for (const part of birth.parts) wrong(part, birth.code)
        } else if (isDoubtful(birth.date, today()) && value.birthYear !== sureYear?.()) {
          wrong('birthYear', 'yearDoubtful')
        }
        if (!value.agree) wrong('agree', 'agreeMissing')
        if (value.subscriber && clean(value.phone) === '') wrong('phone', 'phoneForTexts')
      }),
    )
}

export function checkValues(values: FormValues, schema = formSchema()): FormErrors {
  const fields: Partial<Record<FormField, readonly string[]>> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) fields[field] ??= [message]
  }
  return { fields, others: [] }
}
