/** A choice from a list with its label. */
import { type FocusEvent, memo } from 'react'
import { autoComplete } from './attributes.ts'
import { FieldErrors } from './field-errors.tsx'
import { idOf, useFormTools } from './form-tools.ts'
import { Label } from './label.tsx'
import { useMessages } from './use-messages.ts'

/** One choice: what is stored, and what the voter reads. */
export interface Choice {
  value: string
  label: string
}

/** The first choice is nothing. A choice MUST change nothing but itself (WCAG 3.2.2). */
export const SelectField = memo(function SelectField(props: {
  name: 'title' | 'state'
  choices: readonly Choice[]
  optional?: boolean
  hint?: string | undefined
  onChoose?: () => void
}) {
  const { name, choices, optional = false, hint, onChoose } = props
  const { form, words, initial, instanceId, whenStill, checkAgain } = useFormTools()
  const { messages, wrong } = useMessages(name)
  const isWrong = wrong.has(name)
  const id = idOf(instanceId, name)
  const hintId = idOf(instanceId, name, 'hint')
  const errorId = idOf(instanceId, name, 'error')
  const descriptions = [hint !== undefined && hintId, isWrong && errorId].filter(Boolean)
  const control = form.register(name)
  const leave = (event: FocusEvent) => {
    void control.onBlur(event)
    whenStill(() => checkAgain([name]))
  }
  return (
    <div className={isWrong ? 'vr-field vr-field-invalid' : 'vr-field'} part="field">
      <Label htmlFor={id} text={words.fields[name]} optional={optional} words={words} />
      {hint !== undefined && (
        <span id={hintId} className="vr-hint" part="hint">
          {hint}
        </span>
      )}
      <FieldErrors id={errorId} messages={messages} field={name} words={words} />
      <select
        {...control}
        onBlur={leave}
        onChange={(event) => {
          void control.onChange(event)
          onChoose?.()
        }}
        id={id}
        className="vr-select"
        part="input"
        autoComplete={autoComplete(name, instanceId)}
        defaultValue={initial[name]}
        aria-required={!optional || undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={descriptions.join(' ') || undefined}
      >
        <option value="">{words.form.choose}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
})
