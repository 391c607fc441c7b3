/** Converts the form's values to the request body: the only place that maps them to the API's names. */
import type { RegistrationRequest } from '../../../contract/registration.ts'
import { requestFields, titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { isoDate } from '../../../contract/text.ts'
import { dayOf, readBirthDate } from './birth-date.ts'
import type { FormValues } from './fields.ts'
import { clean, readPhone, readZipcode } from './typed-text.ts'

/** Leaves empty optional texts out, never as `""`, `null` or `false` (R-A47, R-A50). Throws for unchecked values. */
export function toRequest(values: FormValues, today = dayOf(new Date())): RegistrationRequest {
  const title = titles.find((one) => one === values.title)
  const birth = readBirthDate(values, today)
  const phone = readPhone(values.phone)
  const zipcode = readZipcode(values.zipcode)
  const { state } = values
  if (birth.type !== 'date' || zipcode === undefined || !isStateCode(state) || !values.agree) {
    throw new Error('toRequest() takes what checkValues() accepts.')
  }
  const middleName = clean(values.middleName)
  const suffix = clean(values.suffix)
  const address2 = clean(values.address2)
  return {
    ...(title !== undefined && { title }),
    first_name: clean(values.firstName),
    ...(middleName !== '' && { middle_name: middleName }),
    last_name: clean(values.lastName),
    ...(suffix !== '' && { suffix }),
    date_of_birth: isoDate(birth.date),
    email: clean(values.email),
    ...(phone.type === 'number' && { phone: phone.e164 }),
    address1: clean(values.address1),
    ...(address2 !== '' && { address2 }),
    city: clean(values.city),
    state,
    zipcode,
    sms_opt_in: true,
    ...(values.subscriber && { sms_opt_in_subscriber: true }),
  }
}

/** Field by field: pages that extend `Object.prototype` or give arrays a `toJSON` cannot change what is sent. */
export function serialize(request: RegistrationRequest): string {
  const members = requestFields.flatMap((field) =>
    Object.hasOwn(request, field) && request[field] !== undefined
      ? `${JSON.stringify(field)}:${JSON.stringify(request[field])}`
      : [],
  )
  return `{${members.join(',')}}`
}
