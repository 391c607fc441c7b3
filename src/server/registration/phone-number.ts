/** Checks which phone numbers are accepted: any valid one, as the service accepts it (R-A40), unless the operator names the
 *  countries. A toll-free or premium number is nobody's own. */
import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import plans from 'libphonenumber-js/max/metadata'
import { serviceMessages } from '../../contract/service-messages.ts'
import { en } from '../../form/locales/en.ts'

/** The United States and the territories with numbers of their own. */
const unitedStates = ['US', 'AS', 'GU', 'MP', 'PR', 'VI'] as const satisfies readonly CountryCode[]

/** Whether a text is an ISO 3166-1 code, in capital letters, of a country with phone numbers. */
export function isPhoneCountry(code: string): boolean {
  return getCountries(plans).some((country) => country === code)
}

/**
 * Creates the check of phone numbers in E.164. It rejects what the numbering plans know not to be one: a number of another
 * country that does not exist, and of the North American plan toll-free and premium ones. It accepts unknown numbers of that
 * plan, since an area code may be newer than the plans.
 *
 * @param only the accepted countries besides the United States; invalid ones are ignored. Empty: every country
 * @returns a function that returns the English message for the voter, or `undefined` when the number is accepted
 */
export function createPhoneCheck(only: readonly string[]): (phone: string) => string | undefined {
  const taken = only.length === 0 ? undefined : new Set<string>([...unitedStates, ...only])

  return (phone) => {
    const number = parsePhoneNumberFromString(phone, plans)
    if (number === undefined) return serviceMessages.phone
    const { country, countryCallingCode } = number
    if (taken !== undefined && country !== undefined && !taken.has(country)) return en.errors.phoneCountry
    // A trunk zero is the usual mistake, and would be a second spelling of one number, which a limit must count once.
    if (countryCallingCode !== '1')
      return number.number === phone && number.isValid() ? undefined : serviceMessages.phone
    const type = number.getType()
    return type === 'TOLL_FREE' || type === 'PREMIUM_RATE' || type === 'SHARED_COST' ? en.errors.phoneKind : undefined
  }
}
