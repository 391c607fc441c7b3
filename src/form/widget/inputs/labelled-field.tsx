/** Fields with label and errors: text, select and checkbox. */
import type { FocusEvent, ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { stateCodes, states } from '../../../contract/states.ts'
import type { FormField } from '../form/fields.ts'
import { decodeMessage, formatMessage, type Message } from '../form/form-errors.ts'
import { useFormContext } from '../form-context.ts'
import { getAutoComplete, type TextFieldName, textAttributes } from './attributes.ts'
import { getFieldId, useFieldContext } from './form-tools.ts'

interface LabeledFieldProps<Name> {
  name: Name
  optional?: boolean
  hint?: string | undefined
}

export function TextField(
  props: LabeledFieldProps<TextFieldName> & {
    note?: string | undefined
    onLeave?: () => void
  },
) {
  const { control, renderField } = useLabeledField(props)
  return renderField(<input {...textAttributes[props.name]} {...control} className="vr-input" dir="auto" />)
}

/** A select with an empty first option. A choice MUST NOT change anything else (WCAG 3.2.2). */
export function SelectField(
  props: LabeledFieldProps<'title' | 'state'> & {
    choices: readonly { value: string; label: string }[]
    onChoose?: () => void
  },
) {
  const { t } = useFormContext()
  const { revalidate } = useFieldContext()
  const { control, renderField } = useLabeledField(props)
  return renderField(
    <select
      {...control}
      onChange={(event) => {
        void control.onChange(event)
        // A select on a phone keeps the focus, so it does not fire `blur`.
        revalidate([props.name])
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

/** The 50 states and DC (R-A44), untranslated, as on mail and licenses. */
export function StateField() {
  return <SelectField name="state" choices={stateChoices} />
}

/** The control's description MUST include its errors, and only then MUST it be `aria-invalid`. */
function useLabeledField(
  props: LabeledFieldProps<TextFieldName | 'title' | 'state'> & { note?: string | undefined; onLeave?: () => void },
) {
  const { name, optional = false, hint, note, onLeave } = props
  const context = useFormContext()
  const { t, instanceId } = context
  const { form, initial, afterPointerUp, revalidate } = useFieldContext()
  const { messages, invalidFields } = useFieldErrors([name])
  const isInvalid = invalidFields.has(name)
  const id = getFieldId(instanceId, name)
  const hintId = getFieldId(instanceId, name, 'hint')
  const noteId = getFieldId(instanceId, name, 'note')
  const errorId = getFieldId(instanceId, name, 'error')
  const descriptionIds = [hint && hintId, note && noteId, isInvalid && errorId].filter(Boolean)
  const registration = form.register(name)
  const control = {
    ...registration,
    onBlur: (event: FocusEvent) => {
      void registration.onBlur(event)
      afterPointerUp(() => {
        onLeave?.()
        revalidate([name])
      })
    },
    id,
    part: 'input',
    autoComplete: getAutoComplete(name, context),
    defaultValue: initial[name],
    'aria-required': !optional || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': descriptionIds.join(' ') || undefined,
  }
  const renderField = (element: ReactNode) => (
    <div className={isInvalid ? 'vr-field vr-field-invalid' : 'vr-field'} part="field">
      <Label htmlFor={id} text={t.fields[name]} optional={optional} />
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {note && <FieldHint id={noteId}>{note}</FieldHint>}
      <FieldErrors id={errorId} messages={messages} field={name} />
      {element}
    </div>
  )
  return { control, renderField }
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} className="vr-hint" part="hint">
      {children}
    </span>
  )
}

/** Marks optional fields; most are required. */
export function Label(props: { htmlFor: string; text: string; optional?: boolean }) {
  const { t } = useFormContext()
  return (
    <label className="vr-label" part="label" htmlFor={props.htmlFor}>
      <span>{props.text}</span>
      {props.optional === true && <span className="vr-optional"> {t.form.optional}</span>}
    </label>
  )
}

/** Returns each message once, and the fields that have errors. Renders only when these change. */
export function useFieldErrors(fields: readonly FormField[]): {
  messages: Message[]
  invalidFields: ReadonlySet<FormField>
} {
  const { control } = useFieldContext().form
  const { errors } = useFormState({ control, name: [...fields], exact: true })
  const invalidFields = new Set<FormField>()
  const codes = new Set<string>()
  for (const field of fields) {
    const error = errors[field]
    if (error === undefined) continue
    invalidFields.add(field)
    const serverErrors = error.types?.server
    for (const code of Array.isArray(serverErrors) ? serverErrors : [error.message ?? 'notUnderstood']) codes.add(code)
  }
  return { messages: [...codes].map(decodeMessage), invalidFields }
}

/** Every message MUST be recognizable without color: it starts with "Error". */
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

/** The whole line is the target. Only the voter MUST be able to check it: it cannot be prefilled. */
export function CheckboxField(props: {
  name: 'agree' | 'subscriber'
  required?: boolean
  lang?: string | undefined
  hint?: ReactNode
  children: ReactNode
}) {
  const { name, required = false, lang, hint, children } = props
  const { instanceId, isKiosk } = useFormContext()
  const { form, initial, revalidate, isServerRendered } = useFieldContext()
  const { messages, invalidFields } = useFieldErrors([name])
  const isInvalid = invalidFields.has(name)
  const id = getFieldId(instanceId, name)
  const errorId = getFieldId(instanceId, name, 'error')
  const hintId = getFieldId(instanceId, name, 'hint')
  const descriptionIds = [hint && hintId, isInvalid && errorId].filter(Boolean).join(' ')
  const control = form.register(name)
  return (
    <div className={isInvalid ? 'vr-checkbox vr-field-invalid' : 'vr-checkbox'} part="field">
      <FieldErrors id={errorId} messages={messages} field={name} />
      <input
        {...control}
        ref={(checkbox) => {
          // Firefox restores checkboxes after a reload, but consent must be given each time. `autocomplete="off"` prevents it in a
          // server-rendered form, so a check there is the voter's. `useDraft` clears checkboxes that are restored later.
          if (checkbox?.checked === true && !form.getValues(name)) {
            if (isServerRendered) form.setValue(name, true)
            else checkbox.checked = false
          }
          control.ref(checkbox)
        }}
        onChange={(event) => {
          void control.onChange(event)
          // The partner's text messages need a phone number.
          revalidate(name === 'agree' ? [name] : [name, 'phone'])
        }}
        type="checkbox"
        defaultChecked={initial[name]}
        autoComplete={isServerRendered || isKiosk ? 'off' : undefined}
        id={id}
        part="input"
        aria-required={required || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={descriptionIds || undefined}
      />
      <label className="vr-label" part="label" htmlFor={id} lang={lang}>
        {children}
      </label>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
    </div>
  )
}
