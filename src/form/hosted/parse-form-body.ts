/** The form post of a browser without scripts: the form's fields under their own names, and hidden ones that begin with `_`. */
import { asciiEmail, tidyText } from '../../contract/text.ts'
import { emptyValues, type FormField, type FormValues, formFields } from '../widget/form/fields.ts'
import type { FormErrors } from '../widget/form/form-errors.ts'
import { checkValues, formSchema } from '../widget/form/form-schema.ts'
import { languageField } from '../widget/form/languages.tsx'
import { visitorField } from './page-data.ts'

/** The names of the hidden fields and of buttons. */
export const hidden = {
  /** Identifies the filled form: see `form-key.ts`. */
  key: '_key',
  /** Identifies the previous attempt, whose outcome was unknown: see `doubtOf`. */
  before: '_before',
  /** The ticket of a form that has to wait: see `page-client.ts`. */
  ticket: '_ticket',
  /** The version of the wording that was on the screen. */
  wording: '_wording',
  visitor: visitorField,
  /** The button that was pressed. */
  act: '_act',
  /** Whether a step of the form was on the screen. */
  step: '_step',
  /** The year of birth that the voter was asked about: posting the same one again confirms it. */
  year: '_year',
  /** The language in which the form is wanted: nothing is checked or sent. */
  language: languageField,
  /** The button of the answer that was pressed, sealed. */
  way: '_way',
} as const

/** The action of a button: send the form (also when no button is named), or show it again. */
export type Act = 'send' | 'edit'

/** What a voter typed, as typed except for the e-mail's domain. */
export interface Typed {
  values: FormValues
  /** The fields whose value was over {@link maxTyped} and is cut there: they must not be sent. */
  cut: readonly FormField[]
}

/** The content of a form post: what was typed, and the hidden fields. */
export interface FormBody extends Typed {
  hidden: { [Name in keyof typeof hidden]?: string }
}

/** Maximum number of UTF-16 code units of a typed value: more than 256 code points and white space around them (R-A30, X3). */
const maxTyped = 1024

/** The same for a hidden field. The longest is a sealed button, whose address is the service's. */
const maxHidden = 16_384

/**
 * Parses the post. A missing field is empty; a repeated one counts once. Longer values than ours are cut before anything reads
 * them: a post may have 190,000 characters in one field, and reading them would hold up every other voter.
 */
export function parseFormBody(body: URLSearchParams): FormBody {
  const typed = (field: FormField) => (body.get(field) ?? '').slice(0, maxTyped)
  const texts = Object.fromEntries(formFields.map((field) => [field, typed(field)]))
  const isTicked = (field: FormField) => body.get(field) === 'on'
  const fields = Object.entries(hidden).flatMap(([name, field]) => {
    const value = body.get(field)
    return value === null ? [] : [[name, value.slice(0, maxHidden)]]
  })
  return {
    values: {
      ...emptyValues,
      ...texts,
      email: asciiEmail(tidyText(typed('email'))),
      agree: isTicked('agree'),
      subscriber: isTicked('subscriber'),
    },
    cut: formFields.filter((field) => (body.get(field)?.length ?? 0) > maxTyped),
    hidden: Object.fromEntries(fields),
  }
}

/** Returns the errors of posted values. A value that was cut is one, even if what is left of it is valid. */
export function checkPosted({
  values,
  cut,
  hidden: { year } = {},
}: Typed & Partial<Pick<FormBody, 'hidden'>>): FormErrors {
  const { fields } = checkValues(
    values,
    formSchema(undefined, () => year),
  )
  for (const field of cut) fields[field] ??= ['tooLong']
  return { fields, others: [] }
}

/** The values as hidden fields, without the empty ones. */
export function valueFields(values: FormValues): [name: FormField, value: string][] {
  return formFields.flatMap((field) => {
    const value = values[field]
    const text = value === true ? 'on' : value === false ? '' : value
    return text === '' ? [] : [[field, text]]
  })
}
