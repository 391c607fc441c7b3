/** Converts prefill to form values, and clears it for states that do not allow it. */
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SavedAnswer } from '../../../contract/bff-api.ts'
import { titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { codePoints, maxCodePoints } from '../../../contract/text.ts'
import { useFieldContext, useFieldValue } from '../inputs/form-tools.ts'
import type { Prefill } from '../options.ts'
import { parseDateParts } from './field-order.ts'
import { emptyValues, type FormField, type FormValues } from './fields.ts'
import { cleanText, parsePhone, parseZipcode } from './typed-text.ts'

/** Return `undefined` for an invalid value. */
const parsers: { [Field in keyof Prefill]-?: (value: string) => Partial<FormValues> | undefined } = {
  title: (value) => {
    const title = titles.find((candidate) => candidate === value.replace(/\.$/, ''))
    return title === undefined ? undefined : { title }
  },
  first_name: (value) => ({ firstName: value }),
  middle_name: (value) => ({ middleName: value }),
  last_name: (value) => ({ lastName: value }),
  suffix: (value) => ({ suffix: value }),
  date_of_birth: (value) => {
    // The page's date order is unknown, so an ambiguous date is omitted.
    const date = parseDateParts(value, 'en', 'en-GB')
    return date === 'unclear' ? undefined : date
  },
  email: (value) => ({ email: value }),
  phone: (value) => {
    const phone = parsePhone(value)
    return phone.type === 'number' ? { phone: phone.e164 } : undefined
  },
  address1: (value) => ({ address1: value }),
  address2: (value) => ({ address2: value }),
  city: (value) => ({ city: value }),
  state: (value) => {
    const state = value.toUpperCase()
    return isStateCode(state) ? { state } : undefined
  },
  zipcode: (value) => {
    const zipcode = parseZipcode(value)
    return zipcode === undefined ? undefined : { zipcode }
  },
}

/** Omits and names invalid fields, including the opt-ins: only the voter can give consent (R-A48). */
export function parsePrefill(prefill: object) {
  const values: Partial<FormValues> = {}
  /** Never values, which are personal. */
  const invalidNames: string[] = []
  for (const [name, value] of Object.entries<unknown>({ ...prefill })) {
    const parse = isPrefillable(name) ? parsers[name] : undefined
    const text = typeof value === 'string' ? cleanText(value) : undefined
    if (value === undefined || text === '') continue
    const parsed = text === undefined || codePoints(text) > maxCodePoints ? undefined : parse?.(text)
    if (parsed === undefined) invalidNames.push(name)
    else Object.assign(values, parsed)
  }
  return { values, invalidNames }
}

function isPrefillable(name: string): name is keyof Prefill {
  return Object.hasOwn(parsers, name)
}

const formats: { readonly [Field in keyof Prefill]?: string } = {
  title: titles.join(', '),
  date_of_birth: 'a date such as 1990-04-12',
  phone: 'a US phone number',
  state: 'two letters such as CO',
  zipcode: 'five digits',
}

/** Never logs a value, which is personal. */
export function warnAboutPrefill(names: readonly string[]): void {
  for (const name of names) {
    const hint = isPrefillable(name)
      ? (formats[name] ?? `text, up to ${maxCodePoints} letters`)
      : Object.keys(parsers).join(', ')
    console.warn(`voter-registration: prefill of ${name} cannot be used. Use ${hint}.`)
  }
}

/** Consent to another wording than the one on the screen (`version`) does not count (R-A12). */
export function keptValues(
  { request, consent_version }: Pick<SavedAnswer, 'request' | 'consent_version'>,
  version: string | undefined,
): FormValues {
  const agree = consent_version === version
  const subscriber = agree && request.sms_opt_in_subscriber === true
  return { ...emptyValues, ...parsePrefill(request).values, agree, subscriber }
}

/** Values set by the page or a link, without those changed by the voter or the browser, or restored from a draft. */
export type PrefilledValues = Map<FormField, FormValues[FormField]>

export function clearPrefilled(form: UseFormReturn<FormValues>, prefilled: PrefilledValues): void {
  for (const [field, value] of prefilled) {
    if (form.getValues(field) === value) form.setValue(field, '')
  }
  prefilled.clear()
}

/** Clears prefilled values, including the state, if the state is one of `disabledStates`. Values that the voter or the browser
 *  changes no longer count as prefilled. */
export function PrefillCleaner({
  prefilled,
  disabledStates,
}: {
  prefilled: PrefilledValues
  disabledStates: readonly string[] | undefined
}) {
  const { form } = useFieldContext()
  const state = useFieldValue(form, 'state')
  useEffect(() => {
    if (disabledStates?.includes(state) === true) clearPrefilled(form, prefilled)
  }, [form, prefilled, disabledStates, state])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ name, type }) {
          // react-hook-form reports no `type` for values set by script.
          if (type !== undefined) for (const field of prefilled.keys()) if (field === name) prefilled.delete(field)
        },
      }),
    [form, prefilled],
  )
  return null
}
