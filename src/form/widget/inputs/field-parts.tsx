/** The parts of every field: its label, and its errors. */
import { useFormState } from 'react-hook-form'
import type { FormField } from '../form/fields.ts'
import { decodeMessage, formatMessage, type Message } from '../form/form-errors.ts'
import { useFormContext } from '../form-context.ts'
import { useFormTools } from './form-tools.ts'

/** The label of a field. An optional field is marked; a required one is not, since most are. */
export function Label(props: { htmlFor: string; text: string; optional?: boolean }) {
  const { t } = useFormContext()
  return (
    <label className="vr-label" part="label" htmlFor={props.htmlFor}>
      <span>{props.text}</span>
      {props.optional === true && <span className="vr-optional"> {t.form.optional}</span>}
    </label>
  )
}

/** Returns the messages of one field or of several that belong together, each once, and which of the fields have errors.
 *  Renders again only when they change. */
export function useMessages(fields: readonly FormField[]): { messages: Message[]; wrong: ReadonlySet<FormField> } {
  const { control } = useFormTools().form
  const { errors } = useFormState({ control, name: [...fields], exact: true })
  const wrong = new Set<FormField>()
  const encoded = new Set<string>()
  for (const field of fields) {
    const error = errors[field]
    if (error === undefined) continue
    wrong.add(field)
    const all = error.types?.server
    for (const one of Array.isArray(all) ? all : [error.message ?? 'notUnderstood']) encoded.add(one)
  }
  return { messages: [...encoded].map(decodeMessage), wrong }
}

/** A field's inline messages. Every message MUST be recognizable without its color: it begins with a word for it. */
export function FieldErrors({ id, messages, field }: { id: string; messages: readonly Message[]; field: FormField }) {
  const { t } = useFormContext()
  if (messages.length === 0) return null
  return (
    <div id={id} className="vr-errors">
      {messages.map((message) => {
        const { text, lang } = formatMessage(message, field, t)
        return (
          <p key={text} className="vr-error" part="error">
            <span className="vr-visually-hidden">{t.summary.prefix} </span>
            <span lang={lang}>{text}</span>
          </p>
        )
      })}
    </div>
  )
}
