/** Attributes of each control: autofill (WCAG 1.3.5), keyboard, Enter key and spelling. */
import { type InputHTMLAttributes, type RefObject, useEffect } from 'react'
import type { FormField } from '../form/fields.ts'
import type { FormContextValue } from '../form-context.ts'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck'
>

const nameAttributes: Attributes = { type: 'text', autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false }
const numberAttributes: Attributes = { type: 'text', inputMode: 'numeric', autoCorrect: 'off', spellCheck: false }

export const textAttributes = {
  firstName: nameAttributes,
  middleName: nameAttributes,
  lastName: nameAttributes,
  suffix: nameAttributes,
  birthDay: numberAttributes,
  birthYear: numberAttributes,
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  address1: nameAttributes,
  address2: nameAttributes,
  city: nameAttributes,
  zipcode: numberAttributes,
} as const satisfies Partial<Record<FormField, Attributes>>

export type TextFieldName = keyof typeof textAttributes

const autofillTokens: Partial<Record<FormField, string>> = {
  title: 'honorific-prefix',
  firstName: 'given-name',
  middleName: 'additional-name',
  lastName: 'family-name',
  suffix: 'honorific-suffix',
  birthMonth: 'bday-month',
  birthDay: 'bday-day',
  birthYear: 'bday-year',
  email: 'email',
  phone: 'tel',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zipcode: 'postal-code',
}

/** Returns the `autocomplete` of a field, in a section of its own for each form. `off` in kiosk mode, where the browser would
 *  offer another voter's data. */
export function getAutoComplete(field: FormField, { instanceId, isKiosk }: FormContextValue): string {
  return isKiosk ? 'off' : `section-${instanceId} ${autofillTokens[field] ?? 'off'}`
}

/** Sets `enterkeyhint` on the visible text fields. By script, to keep the first screen small. */
export function useEnterKeyHints(form: RefObject<HTMLFormElement | null>): void {
  // After each render, since each step has other fields.
  useEffect(() => {
    const lines = [...(form.current?.querySelectorAll<HTMLInputElement>('.vr-group:not([hidden]) .vr-input') ?? [])]
    for (const line of lines) line.enterKeyHint = line === lines.at(-1) ? 'go' : 'next'
  })
}
