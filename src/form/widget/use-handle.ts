/** The imperative handle of the form (`ref`). */
import { type ForwardedRef, type RefObject, useImperativeHandle } from 'react'
import { useLatestRef } from './effects.ts'
import type { Step } from './flow/flow-reducer.ts'
import { focusScreen, getElementById } from './focus.ts'
import { formFields, toFormField } from './form/fields.ts'
import { clearPrefilled, parsePrefill, warnAboutPrefill } from './form/prefill.ts'
import { findStep } from './form/steps.ts'
import type { RegistrationFormState } from './form/use-registration-form.ts'
import { getFieldId } from './inputs/form-tools.ts'
import type { Prefill, Status, VoterRegistrationHandle } from './options.ts'
import { version } from './version.ts'

export interface HandleDeps {
  root: RefObject<HTMLElement | null>
  instanceId: string
  step: Step
  status: Status
  registration: RegistrationFormState
  prefillDisabledStates: readonly string[] | undefined
  reset: (reason: 'api') => void
}

/** The handle stays the same object, since pages store it. */
export function useHandle(handle: ForwardedRef<VoterRegistrationHandle>, deps: HandleDeps): void {
  const latest = useLatestRef(deps)
  useImperativeHandle(
    handle,
    () => ({
      focus({ field, preventScroll = false } = {}) {
        const { root, instanceId, registration } = latest.current
        if (root.current === null) return
        const formField = field && toFormField(field)
        const control = formField && getElementById(getFieldId(instanceId, formField), root.current)
        if (formField && control && !registration.stepFields.includes(formField)) {
          registration.goTo({ step: findStep(formField, registration.steps), field: formField })
        } else if (control) control.focus({ preventScroll })
        else focusScreen(root.current, { preventScroll })
      },
      reset() {
        latest.current.reset('api')
      },
      setPrefill(prefill) {
        fillUntouched(latest.current, prefill)
      },
      get status() {
        const { step, status } = latest.current
        return step.type === 'form' ? status : statusByStep[step.type]
      },
      version,
    }),
    [latest],
  )
}

/** Fills in empty fields and those that still have their prefill. Never overwrites the voter's input. */
function fillUntouched(
  { registration: { form, initial, prefilled }, prefillDisabledStates }: HandleDeps,
  prefill: Prefill,
): void {
  const { values, invalidNames } = parsePrefill(prefill)
  for (const field of formFields) {
    const value = values[field]
    const current = form.getValues(field)
    if (
      value === undefined ||
      (current !== '' && current !== initial.values[field] && current !== prefilled.get(field))
    )
      continue
    form.setValue(field, value)
    prefilled.set(field, value)
  }
  if (prefillDisabledStates?.includes(form.getValues('state')) === true) clearPrefilled(form, prefilled)
  if (invalidNames.length > 0) warnAboutPrefill(invalidNames)
}

const statusByStep = {
  sending: 'submitting',
  answer: 'result',
  'not-sent': 'error',
  'outcome-unknown': 'error',
} as const satisfies Record<Exclude<Step['type'], 'form'>, Status>
