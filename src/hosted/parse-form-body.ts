/** What a browser without scripts posts: the form's fields under their own names, and hidden ones that begin with `_`. */
import { asciiEmail } from '../contract/ascii-email.ts'
import { emptyValues, type FormField, type FormValues, formFields } from '../widget/form/fields.ts'
import type { StepAct } from '../widget/form/form-steps.ts'

/** The names of the hidden fields and of buttons. */
export const hidden = {
  /** Names the filled form: see `form-key.ts`. */
  key: '_key',
  /** Names the attempt before, of which nobody knew whether it was sent: see `doubtOf`. */
  before: '_before',
  /** The version of the wording that was on the screen. */
  wording: '_wording',
  /** Language, looks and campaign, as parameters: see `page-query.ts`. */
  visitor: '_visitor',
  /** Which button was pressed. */
  act: '_act',
  /** The step of the form that was on the screen. */
  step: '_step',
  /** Whether the voter had come there from the review. */
  change: '_change',
  /** The button of the answer that was pressed, sealed. */
  way: '_way',
} as const

/** The parameter of an address that brings an answer back. */
export const againName = 'answer'

/** What a button asks for: send what was filled in (also when no button is named), show the form again, or another step
 *  of it. */
export type Act = 'send' | 'edit' | StepAct

/** What a form posts: what was typed, as typed but for the e-mail's domain, and the hidden fields. */
export interface FormBody {
  values: FormValues
  hidden: { [Name in keyof typeof hidden]?: string }
}

/** Reads it. A field that is not there is empty; one that is there twice counts once. */
export function parseFormBody(body: URLSearchParams): FormBody {
  const texts = Object.fromEntries(formFields.map((field) => [field, body.get(field) ?? '']))
  const isTicked = (field: FormField) => body.get(field) === 'on'
  const fields = Object.entries(hidden).flatMap(([name, field]) => {
    const value = body.get(field)
    return value === null ? [] : [[name, value]]
  })
  return {
    values: {
      ...emptyValues,
      ...texts,
      email: asciiEmail(body.get('email') ?? ''),
      agree: isTicked('agree'),
      subscriber: isTicked('subscriber'),
    },
    hidden: Object.fromEntries(fields),
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
