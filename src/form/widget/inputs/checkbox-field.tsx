/** A checkbox, never checked in advance. */
import type { ReactNode } from 'react'
import { useFormContext } from '../form-context.ts'
import { FieldErrors, useMessages } from './field-parts.tsx'
import { idOf, useFormTools } from './form-tools.ts'

/** The whole line is the target. Only the voter MUST be able to give consent: there is no way to check it for them. */
export function CheckboxField(props: {
  name: 'agree' | 'subscriber'
  required?: boolean
  lang?: string | undefined
  /** Shown below the label, in the form's language. */
  hint?: ReactNode
  children: ReactNode
}) {
  const { name, required = false, lang, hint, children } = props
  const { instanceId, isKiosk } = useFormContext()
  const { form, initial, checkAgain, isServed } = useFormTools()
  const { messages, wrong } = useMessages([name])
  const isWrong = wrong.has(name)
  const id = idOf(instanceId, name)
  const errorId = idOf(instanceId, name, 'error')
  const hintId = idOf(instanceId, name, 'hint')
  const described = [hint && hintId, isWrong && errorId].filter(Boolean).join(' ')
  const control = form.register(name)
  return (
    <div className={isWrong ? 'vr-checkbox vr-field-invalid' : 'vr-checkbox'} part="field">
      <FieldErrors id={errorId} messages={messages} field={name} />
      <input
        {...control}
        ref={(box) => {
          // Firefox restores the checkboxes of an earlier visit. Consent must be given each time. In a form that a server has
          // rendered, `autocomplete` prevents that on a reload, and a check is the voter's own; `useRestoredFields` clears a
          // later one.
          if (box?.checked === true && !form.getValues(name)) {
            if (isServed) form.setValue(name, true)
            else box.checked = false
          }
          control.ref(box)
        }}
        onChange={(event) => {
          void control.onChange(event)
          // The partner's own text messages need a phone number.
          checkAgain(name === 'agree' ? [name] : [name, 'phone'])
        }}
        type="checkbox"
        defaultChecked={initial[name]}
        autoComplete={isServed || isKiosk ? 'off' : undefined}
        id={id}
        part="input"
        aria-required={required || undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={described || undefined}
      />
      <label className="vr-label" part="label" htmlFor={id} lang={lang}>
        {children}
      </label>
      {hint && (
        <span id={hintId} className="vr-hint" part="hint">
          {hint}
        </span>
      )}
    </div>
  )
}
