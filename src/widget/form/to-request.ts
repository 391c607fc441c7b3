/** Turns the form's values into the body that is sent: the one place where the wire's names begin. What it makes of
 *  values that `form-schema` accepts, the service accepts. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import { titles } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import { isoDate, readBirthDate } from './birth-date.ts'
import { clean } from './clean.ts'
import type { FormValues } from './form-values.ts'
import { readPhone } from './phone.ts'
import { dayOf } from './split-date.ts'
import { readZipcode } from './zipcode.ts'

/**
 * The request. Texts are cleaned, empty optional ones left out, never sent as `""`, `null` or `false` (R-A47, R-A50).
 *
 * @throws when the values are not what `form-schema` accepts: they must be checked first
 */
export function toRequest(values: FormValues, today = dayOf(new Date())): RegistrationRequest {
  const title = titles.find((one) => one === values.title)
  const birth = readBirthDate(values, today)
  const phone = readPhone(values.phone)
  const zipcode = readZipcode(values.zipcode)
  const { state } = values
  if (birth.type !== 'date' || zipcode === undefined || !isStateCode(state) || !values.agree) {
    throw new Error('toRequest() got values that the form has not accepted. Check them with formSchema() first.')
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
