/** A field of one control with its label: a line of text, or a list of choices. */
import type { FocusEvent, ReactNode } from 'react'
import { stateCodes, states } from '../../../contract/states.ts'
import { useFormContext } from '../form-context.ts'
import { autoComplete, type TextFieldName, textAttributes } from './attributes.ts'
import { FieldErrors, Label, useMessages } from './field-parts.tsx'
import { idOf, useFormTools } from './form-tools.ts'

interface LabelledFieldProps<Name> {
  name: Name
  optional?: boolean
  hint?: string | undefined
}

export function TextField(
  props: LabelledFieldProps<TextFieldName> & {
    note?: string | undefined
    onLeave?: () => void
  },
) {
  const { control, around } = useLabelledField(props)
  return around(<input {...textAttributes[props.name]} {...control} className="vr-input" dir="auto" />)
}

export interface Choice {
  value: string
  label: string
}

/** A list of choices with its label. The first choice is empty. A choice MUST change nothing but itself (WCAG 3.2.2). */
export function SelectField(
  props: LabelledFieldProps<'title' | 'state'> & { choices: readonly Choice[]; onChoose?: () => void },
) {
  const { t } = useFormContext()
  const { checkAgain } = useFormTools()
  const { control, around } = useLabelledField(props)
  return around(
    <select
      {...control}
      onChange={(event) => {
        void control.onChange(event)
        // A list on a phone keeps the focus: what is chosen is complete.
        checkAgain([props.name])
        props.onChoose?.()
      }}
      className="vr-select"
    >
      <option value="">{t.form.choose}</option>
      {props.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>,
  )
}

const stateChoices = stateCodes.map((code) => ({ value: code, label: states[code] }))

/** The state, by name: 50 states and the District of Columbia (R-A44). The names are not translated, as on mail and on a
 *  license. */
export function StateField() {
  return <SelectField name="state" choices={stateChoices} />
}

/** The common parts of the fields: the attributes of the control, and the elements around it. The field MUST have its errors
 *  in its description, and be `aria-invalid` only then. */
function useLabelledField(
  props: LabelledFieldProps<TextFieldName | 'title' | 'state'> & { note?: string | undefined; onLeave?: () => void },
) {
  const { name, optional = false, hint, note, onLeave } = props
  const context = useFormContext()
  const { t, instanceId } = context
  const { form, initial, whenStill, checkAgain } = useFormTools()
  const { messages, wrong } = useMessages([name])
  const isWrong = wrong.has(name)
  const id = idOf(instanceId, name)
  const hintId = idOf(instanceId, name, 'hint')
  const noteId = idOf(instanceId, name, 'note')
  const errorId = idOf(instanceId, name, 'error')
  const descriptions = [hint && hintId, note && noteId, isWrong && errorId].filter(Boolean)
  const registered = form.register(name)
  const control = {
    ...registered,
    onBlur: (event: FocusEvent) => {
      void registered.onBlur(event)
      whenStill(() => {
        onLeave?.()
        checkAgain([name])
      })
    },
    id,
    part: 'input',
    autoComplete: autoComplete(name, context),
    defaultValue: initial[name],
    'aria-required': !optional || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': descriptions.join(' ') || undefined,
  }
  const around = (element: ReactNode) => (
    <div className={isWrong ? 'vr-field vr-field-invalid' : 'vr-field'} part="field">
      <Label htmlFor={id} text={t.fields[name]} optional={optional} />
      {hint && (
        <span id={hintId} className="vr-hint" part="hint">
          {hint}
        </span>
      )}
      {note && (
        <span id={noteId} className="vr-hint" part="hint">
          {note}
        </span>
      )}
      <FieldErrors id={errorId} messages={messages} field={name} />
      {element}
    </div>
  )
  return { control, around }
}
