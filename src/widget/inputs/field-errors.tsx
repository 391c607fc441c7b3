/** A field's inline messages. */
import type { FormField } from '../form/form-values.ts'
import { type Message, sayMessage } from '../form/message.ts'
import type { Words } from '../messages/catalogue.ts'

/** Every message, each MUST be readable without seeing its color: it begins with a word for it. */
export function FieldErrors(props: { id: string; messages: readonly Message[]; field: FormField; words: Words }) {
  const { id, messages, field, words } = props
  if (messages.length === 0) return null
  return (
    <div id={id} className="vr-errors">
      {messages.map((message) => {
        const { text, lang } = sayMessage(message, field, words)
        return (
          <p key={text} className="vr-error" part="error">
            <span className="vr-visually-hidden">{words.summary.prefix} </span>
            <span lang={lang}>{text}</span>
          </p>
        )
      })}
    </div>
  )
}
