/** What a browser without scripts posts: the form's fields under their own names, and hidden ones that begin with `_`. */

import type { FormField, FormValues } from '../widget/form/fields.ts'
import { emptyValues, formFields } from '../widget/form/fields.ts'

/** The names of the hidden fields and of buttons. */
export const hidden = {
  /** Names the filled form: see `form-key.ts`. */
  key: '_key',
  /** The key of the attempt before, of which nobody knew whether it was sent. */
  before: '_before',
  /** The version of the wording that was on the screen. */
  wording: '_wording',
  /** Language, looks and campaign, as parameters: see `visitor.ts`. */
  visitor: '_visitor',
  /** Which button was pressed. */
  act: '_act',
  /** The button of the answer that was pressed, sealed. */
  way: '_way',
} as const

/** What a button asks for: send what was filled in (also when no button is named), or show the form again. */
export type Act = 'send' | 'edit'

/** What was typed, as typed. A field that is not there is empty; one that is there twice counts once. */
export function readValues(posted: URLSearchParams): FormValues {
  const texts = Object.fromEntries(formFields.map((field) => [field, posted.get(field) ?? '']))
  return {
    ...emptyValues,
    ...texts,
    agree: posted.get('agree') === 'on',
    subscriber: posted.get('subscriber') === 'on',
  }
}

/** The values as hidden fields; empty ones are left out. */
export function valueFields(values: FormValues): [name: FormField, value: string][] {
  return formFields.flatMap((field) => {
    const value = values[field]
    const text = value === true ? 'on' : value === false ? '' : value
    return text === '' ? [] : [[field, text]]
  })
}
