/** Converts the form's values to the request body; nothing else knows the API's names. */
import type { RegistrationRequest } from '../../../contract/registration.ts'
import { requestFields, titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { isoDate } from '../../../contract/text.ts'
import { parseBirthDate, toCalendarDay } from './birth-date.ts'
import type { FormValues } from './fields.ts'
import { cleanText, parsePhone, parseZipcode } from './typed-text.ts'

/** Omits empty optional fields; never sends `""`, `null` or `false` (R-A47, R-A50). Throws for invalid values. */
export function toRequest(values: FormValues, today = toCalendarDay(new Date())): RegistrationRequest {
  const title = titles.find((candidate) => candidate === values.title)
  const birthDate = parseBirthDate(values, today)
  const phone = parsePhone(values.phone)
  const zipcode = parseZipcode(values.zipcode)
  const { state } = values
  if (birthDate.type !== 'date' || zipcode === undefined || !isStateCode(state) || !values.agree) {
    throw new Error('toRequest() takes what checkValues() accepts.')
  }
  const middleName = cleanText(values.middleName)
  const suffix = cleanText(values.suffix)
  const address2 = cleanText(values.address2)
  return {
    ...(title !== undefined && { title }),
    first_name: cleanText(values.firstName),
    ...(middleName !== '' && { middle_name: middleName }),
    last_name: cleanText(values.lastName),
    ...(suffix !== '' && { suffix }),
    date_of_birth: isoDate(birthDate.date),
    email: cleanText(values.email),
    ...(phone.type === 'number' && { phone: phone.e164 }),
    address1: cleanText(values.address1),
    ...(address2 !== '' && { address2 }),
    city: cleanText(values.city),
    state,
    zipcode,
    sms_opt_in: true,
    ...(values.subscriber && { sms_opt_in_subscriber: true }),
  }
}

/** Field by field, so that pages that modify `Object.prototype` or add `toJSON` cannot change the request. */
export function serialize(request: RegistrationRequest): string {
  const members = requestFields.flatMap((field) =>
    Object.hasOwn(request, field) && request[field] !== undefined
      ? `${JSON.stringify(field)}:${JSON.stringify(request[field])}`
      : [],
  )
  return `{${members.join(',')}}`
}
