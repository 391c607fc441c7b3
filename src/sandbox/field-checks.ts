/** Validates each field as the service does (B.1, X3 to X10). Separate from the contract's schemas: one bug must not hide the other. */
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import current from 'libphonenumber-js/max/metadata'
import { isDay, JsonNumber, length, loneSurrogate, strip } from './python-values.ts'
import { serviceMessages } from './service-answers.ts'

/** `crash`: the service's own code fails on the value and answers the whole request with a 500. */
export type FieldResult =
  | { type: 'fine'; value: string | true }
  | { type: 'wrong'; messages: string[] }
  | { type: 'crash' }

export type FieldCheck = (value: unknown) => FieldResult

const createFailure = (...messages: string[]): FieldResult => ({ type: 'wrong', messages })

/** A text: numbers become text, white space at both ends is removed, and every broken rule has its message. */
function createTextCheck(rules: (value: string) => string[]): FieldCheck {
  return (value) => {
    if (typeof value === 'string' && strip(value) === '') return createFailure(serviceMessages.blank)
    if (typeof value !== 'string' && !(value instanceof JsonNumber)) return createFailure(serviceMessages.notString)
    const trimmed = strip(String(value))
    const messages = rules(trimmed)
    return messages.length === 0 ? { type: 'fine', value: trimmed } : createFailure(...messages)
  }
}

function characterProblems(value: string): string[] {
  const lone = loneSurrogate(value)
  return [
    ...(value.includes('\0') ? [serviceMessages.nullCharacter] : []),
    ...(lone === undefined ? [] : [serviceMessages.surrogate(lone)]),
  ]
}

const lengthProblems = (value: string) => (length(value) > 256 ? [serviceMessages.tooLong] : [])

/** Text of at most 256 code points (R-A30, X3). */
export const shortText = createTextCheck((value) => [...lengthProblems(value), ...characterProblems(value)])

/** An e-mail address (R-A39, X6). */
export const email = createTextCheck((value) => [
  ...lengthProblems(value),
  ...characterProblems(value),
  ...(isServiceEmail(value) ? [] : [serviceMessages.email]),
])

/** Five digits (R-A45, X9). */
export const zipCode = createTextCheck((value) => [
  ...(/^[0-9]{5}$/.test(value) ? [] : [serviceMessages.zipcode]),
  ...characterProblems(value),
])

export const currentPlans: MetadataJson = current

/** A phone number; a value that is not a JSON string crashes the service (R-A40, X7, measured for numbers). */
export function phone(plans = currentPlans): FieldCheck {
  const check = createTextCheck((value) => [
    ...(isServicePhone(value, plans) ? [] : [serviceMessages.phone]),
    ...characterProblems(value),
  ])
  return (value) => (typeof value === 'string' ? check(value) : { type: 'crash' })
}

/** One of a list of words, as written (R-A31, R-A44, X8). */
export function choice(choices: readonly string[]): FieldCheck {
  return (value) => {
    const word = toPythonText(value)
    return choices.includes(word) ? { type: 'fine', value: word } : createFailure(serviceMessages.notChoice(word))
  }
}

/** A date; one-digit months and days pass, white space does not (R-A38, X5). */
export const date: FieldCheck = (value) => {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typeof value === 'string' ? value : '') ?? []
  return year !== undefined && isDay(Number(year), Number(month), Number(day))
    ? { type: 'fine', value: `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` }
    : createFailure(serviceMessages.date)
}

const yes = ['t', 'T', 'y', 'Y', 'yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON', '1', 1, true]
const no = ['f', 'F', 'n', 'N', 'no', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF', '0', 0, false]

export const mustBeTrue: FieldCheck = (value) => {
  const word = value instanceof JsonNumber ? value.valueOf() : value
  if (yes.some((spelling) => spelling === word)) return { type: 'fine', value: true }
  return createFailure(
    no.some((spelling) => spelling === word) ? serviceMessages.mustBeTrue : serviceMessages.notBoolean,
  )
}

export function toPythonText(value: unknown): string {
  return typeof value === 'string' ? value : toNestedText(value)
}

function toNestedText(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof JsonNumber) return value.toString()
  if (typeof value === 'string') return value.includes("'") ? `"${value}"` : `'${value}'`
  if (Array.isArray(value)) return `[${value.map(toNestedText).join(', ')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}.`)
  return `{${Object.entries(value)
    .map(([key, item]) => `${toNestedText(key)}: ${toNestedText(item)}`)
    .join(', ')}}`
}

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Nearly every ASCII character is allowed in quotes; a quote or backslash needs a backslash before it. */
const quotedLocalPart = /^"([!#-[\]-~]|\\[ -~])*"$/
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,62}[a-z0-9]$/i

/** Looser than a browser in places, stricter in others (X6, measured): `a@localhost`, `a@éx.com` and a long local part
 *  pass; `é@x.com` and `a..b@c.com` do not. The length is not checked. */
function isServiceEmail(value: string): boolean {
  const separator = value.lastIndexOf('@')
  const [local, domain] = [value.slice(0, separator), value.slice(separator + 1)]
  if (separator < 1 || !(atoms.test(local) || quotedLocalPart.test(local))) return false
  if (domain === 'localhost' || hostName.test(domain) || isAddressLiteral(domain)) return true
  return hostName.test(toAscii(domain))
}

function isAddressLiteral(domain: string): boolean {
  const [, address = ''] = /^\[([0-9a-f:.]+)\]$/i.exec(domain) ?? []
  if (/^\d+(\.\d+){3}$/.test(address)) return address.split('.').every((part) => Number(part) <= 255)
  return address.includes(':') && URL.canParse(`http://[${address}]/`)
}

/** Returns an internationalized domain name in its DNS form (`xn--…`); empty when it is invalid. */
function toAscii(domain: string): string {
  // Only letters, digits, marks, dots and hyphens: the URL parser would strip a path or a port.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}/`)) return ''
  return new URL(`http://${domain}/`).hostname
}

/** Its library has every country's numbering plan and the United States as default (X7); an area code is valid from the release on. */
export function isServicePhone(value: string, plans: MetadataJson = currentPlans): boolean {
  if (/[\n\r]/.test(value)) return false
  return parsePhoneNumberFromString(convertLetters(value), { defaultCountry: 'US' }, plans)?.isValid() ?? false
}

const extension = /(?:;ext=|,|x|ext\.?|extension|#)\s*\d{1,7}#?$/i

/** The service converts letters to the digits of their keys if there are three or more; the library does not. */
function convertLetters(value: string): string {
  const number = value.slice(0, extension.exec(value)?.index).trimEnd()
  if (!/^\+?[\d(]/.test(number) || (number.match(/[A-Za-z]/g) ?? []).length < 3) return value
  return number.replace(/[A-Za-z]/g, keypadDigit) + value.slice(number.length)
}

function keypadDigit(letter: string): string {
  return '22233344455566677778889999'.charAt(letter.toLowerCase().charCodeAt(0) - 97)
}
