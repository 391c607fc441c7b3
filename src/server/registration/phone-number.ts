/** Checks which phone numbers are accepted: any valid one, as the service accepts it (R-A40). A toll-free or premium number
 *  is nobody's own. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import plans from 'libphonenumber-js/max/metadata'
import { serviceMessages } from '../../contract/service-messages.ts'
import { en } from '../../form/locales/en.ts'

/**
 * Checks a phone number in E.164. Rejects what the numbering plans know not to be one: a number of another country that does
 * not exist, and of the North American plan toll-free and premium ones. Accepts unknown numbers of that plan, since an area
 * code may be newer than the plans.
 *
 * @returns the English message for the voter, or `undefined` when the number is accepted
 */
export function findPhoneProblem(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, plans)
  if (number === undefined) return serviceMessages.phone
  // A trunk zero is the usual mistake, and would be a second spelling of one number, which a limit must count once.
  if (number.countryCallingCode !== '1')
    return number.number === phone && number.isValid() ? undefined : serviceMessages.phone
  const type = number.getType()
  return type === 'TOLL_FREE' || type === 'PREMIUM_RATE' || type === 'SHARED_COST' ? en.errors.phoneKind : undefined
}
