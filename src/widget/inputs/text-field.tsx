/** A line of text with its label. */
import { type FocusEvent, memo, type ReactNode } from 'react'
import { autoComplete, type TextFieldName, textAttributes } from './attributes.ts'
import { FieldErrors } from './field-errors.tsx'
import { idOf, useFormTools } from './form-tools.ts'
import { Label } from './label.tsx'
import { useMessages } from './use-messages.ts'

/** The labelled field MUST say what is wrong with it in its description, and be `aria-invalid` only then. */
export const TextField = memo(function TextField(props: {
  name: TextFieldName
  optional?: boolean
  hint?: string
  /** Said under the label in passing: what was done with what was typed. */
  note?: ReactNode
  onLeave?: () => void
}) {
  const { name, optional = false, hint, note, onLeave } = props
  const { form, words, initial, instanceId, whenStill, checkAgain } = useFormTools()
  const { messages, wrong } = useMessages(name)
  const isWrong = wrong.has(name)
  const id = idOf(instanceId, name)
  const hintId = idOf(instanceId, name, 'hint')
  const noteId = idOf(instanceId, name, 'note')
  const errorId = idOf(instanceId, name, 'error')
  const hasNote = note !== undefined && note !== false
  const descriptions = [hint !== undefined && hintId, hasNote && noteId, isWrong && errorId].filter(Boolean)
  const control = form.register(name)
  const leave = (event: FocusEvent) => {
    void control.onBlur(event)
    whenStill(() => {
      onLeave?.()
      checkAgain([name])
    })
  }
  return (
    <div className={isWrong ? 'vr-field vr-field-invalid' : 'vr-field'} part="field">
      <Label htmlFor={id} text={words.fields[name]} optional={optional} words={words} />
      {hint !== undefined && (
        <span id={hintId} className="vr-hint" part="hint">
          {hint}
        </span>
      )}
      {hasNote && (
        <span id={noteId} className="vr-hint" part="hint">
          {note}
        </span>
      )}
      <FieldErrors id={errorId} messages={messages} field={name} words={words} />
      <input
        {...textAttributes[name]}
        {...control}
        onBlur={leave}
        id={id}
        className="vr-input"
        part="input"
        dir="auto"
        autoComplete={autoComplete(name, instanceId)}
        defaultValue={initial[name]}
        aria-required={!optional || undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={descriptions.join(' ') || undefined}
      />
    </div>
  )
})
