/** The form post of a browser without scripts: the form's fields under their own names, and hidden ones that begin with `_`. */
import { asciiEmail } from '../contract/ascii-email.ts'
import { emptyValues, type FormField, type FormValues, formFields } from '../widget/form/fields.ts'
import type { StepAct } from '../widget/form/form-steps.ts'

/** The names of the hidden fields and of buttons. */
export const hidden = {
  /** Identifies the filled form: see `form-key.ts`. */
  key: '_key',
  /** Identifies the previous attempt, whose outcome was unknown: see `doubtOf`. */
  before: '_before',
  /** The version of the wording that was on the screen. */
  wording: '_wording',
  /** Language, appearance and campaign, as parameters: see `page-query.ts`. */
  visitor: '_visitor',
  /** The button that was pressed. */
  act: '_act',
  /** The step of the form that was on the screen. */
  step: '_step',
  /** Whether the voter came there from the review. */
  change: '_change',
  /** The button of the answer that was pressed, sealed. */
  way: '_way',
} as const

/** The query parameter that retrieves an answer again. */
export const againName = 'answer'

/** The action of a button: send the form (also when no button is named), show the form again, or another step
 *  of it. */
export type Act = 'send' | 'edit' | StepAct

/** The content of a form post: the values, as typed except for the e-mail's domain, and the hidden fields. */
export interface FormBody {
  values: FormValues
  hidden: { [Name in keyof typeof hidden]?: string }
}

/** Parses the post. A missing field is empty; a repeated one counts once. */
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

/** The values as hidden fields, without the empty ones. */
export function valueFields(values: FormValues): [name: FormField, value: string][] {
  return formFields.flatMap((field) => {
    const value = values[field]
    const text = value === true ? 'on' : value === false ? '' : value
    return text === '' ? [] : [[field, text]]
  })
}
