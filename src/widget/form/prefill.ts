/** Turns a page's prefill into values of the form. */
import { titles } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import { codePoints, maxCodePoints } from '../../contract/text.ts'
import type { Prefill } from '../options.ts'
import { splitDate } from './birth-date.ts'
import type { FormField, FormValues } from './fields.ts'
import { clean, readPhone, readZipcode } from './typed-text.ts'

/** What {@link readPrefill} makes of a prefill. */
export interface ReadPrefill {
  values: Partial<FormValues>
  /** Names of what could not be used. Never values: they are personal. */
  unusable: string[]
}

const asTyped = (control: FormField) => (value: string) => ({ [control]: value })

/** For each field, the values it gives the form; `undefined` when it cannot be used. */
const readers: { [Field in keyof Prefill]-?: (value: string) => Partial<FormValues> | undefined } = {
  title: (value) => {
    const title = titles.find((one) => one === value.replace(/\.$/, ''))
    return title === undefined ? undefined : { title }
  },
  first_name: asTyped('firstName'),
  middle_name: asTyped('middleName'),
  last_name: asTyped('lastName'),
  suffix: asTyped('suffix'),
  date_of_birth: (value) => splitDate(value, []),
  email: asTyped('email'),
  phone: (value) => {
    const phone = readPhone(value)
    return phone.type === 'number' ? { phone: phone.e164 } : undefined
  },
  address1: asTyped('address1'),
  address2: asTyped('address2'),
  city: asTyped('city'),
  state: (value) => {
    const state = value.toUpperCase()
    return isStateCode(state) ? { state } : undefined
  },
  zipcode: (value) => {
    const zipcode = readZipcode(value)
    return zipcode === undefined ? undefined : { zipcode }
  },
}

/** Cleans a prefill; what cannot be used is left out and named. The two opt-ins are never taken: consent is the
 *  voter's to give (R-A48). */
export function readPrefill(prefill: Prefill): ReadPrefill {
  const result: ReadPrefill = { values: {}, unusable: [] }
  for (const [name, value] of Object.entries<unknown>({ ...prefill })) {
    const reader = isPrefillable(name) ? readers[name] : undefined
    const text = typeof value === 'string' ? clean(value) : undefined
    if (value === undefined || text === '') continue
    const values = text === undefined || codePoints(text) > maxCodePoints ? undefined : reader?.(text)
    if (values === undefined) result.unusable.push(name)
    else Object.assign(result.values, values)
  }
  return result
}

function isPrefillable(name: string): name is keyof Prefill {
  return Object.hasOwn(readers, name)
}

/** Says in the console what a prefill had that cannot be used. Names only: values are personal. */
export function warnOfUnusable(names: readonly string[]): void {
  console.warn(`voter-registration: prefill of ${names.join(', ')} was left out: no such field, or no usable value.`)
}
