/** Checks which phone numbers are accepted: a text message to any other is expensive, and no voter needs it (R-A40). */
import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import plans from 'libphonenumber-js/max/metadata'
import { serviceMessages } from '../../contract/service-messages.ts'
import { en } from '../../locales/en.ts'

/** The United States and the territories with numbers of their own. */
const unitedStates = ['US', 'AS', 'GU', 'MP', 'PR', 'VI'] as const satisfies readonly CountryCode[]

/** Whether a text is an ISO 3166-1 code, in capital letters, of a country with phone numbers. */
export function isPhoneCountry(code: string): boolean {
  return getCountries(plans).some((country) => country === code)
}

/**
 * Creates the check of phone numbers in E.164. Of +1 numbers it rejects only those that the numbering plans know not to be a
 * subscriber's number in an accepted country. It accepts unknown ones, since an area code may be newer than the plans.
 *
 * @param more accepted countries besides the United States; invalid ones are ignored
 * @returns a function that returns the English message for the voter, or `undefined` when the number is accepted
 */
export function createPhoneCheck(more: readonly string[]): (phone: string) => string | undefined {
  const taken = new Set<string>([...unitedStates, ...more])

  return (phone) => {
    const number = parsePhoneNumberFromString(phone, plans)
    if (number === undefined) return serviceMessages.phone
    const { country, countryCallingCode } = number
    if (country !== undefined && !taken.has(country)) return en.errors.phoneCountry
    // A trunk zero is the usual mistake, and would be a second spelling of one number, which a limit must count once.
    const isCertain = number.number === phone && number.isValid()
    if (countryCallingCode !== '1' && !isCertain) return serviceMessages.phone
    const type = number.getType()
    return type === 'TOLL_FREE' || type === 'PREMIUM_RATE' || type === 'SHARED_COST' ? en.errors.phoneKind : undefined
  }
}
