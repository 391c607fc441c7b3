/** The methods by which a page controls the form, through its `ref`. */
import { type ForwardedRef, type RefObject, useImperativeHandle } from 'react'
import { useLatest } from './effects.ts'
import type { Step } from './flow/flow-reducer.ts'
import { elementBy, focusScreen } from './focus.ts'
import { formFieldOf, formFields } from './form/fields.ts'
import { clearFilled, readPrefill, warnAboutUnusable } from './form/prefill.ts'
import { findStep } from './form/steps.ts'
import type { RegistrationFormState } from './form/use-registration-form.ts'
import { idOf } from './inputs/form-tools.ts'
import type { Prefill, Status, VoterRegistrationHandle } from './options.ts'
import { version } from './version.ts'

export interface HandleDeps {
  root: RefObject<HTMLElement | null>
  instanceId: string
  step: Step
  status: Status
  registration: RegistrationFormState
  prefillOff: readonly string[] | undefined
  reset: (reason: 'api') => void
}

/** One handle for the lifetime of the form: pages store it. */
export function useHandle(handle: ForwardedRef<VoterRegistrationHandle>, parts: HandleDeps): void {
  const latest = useLatest(parts)
  useImperativeHandle(
    handle,
    () => ({
      focus({ field, preventScroll = false } = {}) {
        const { root, instanceId, registration } = latest.current
        if (root.current === null) return
        const wanted = field && formFieldOf(field)
        const control = wanted && elementBy(idOf(instanceId, wanted), root.current)
        if (wanted && control && !registration.stepFields.includes(wanted)) {
          registration.goTo({ at: findStep(wanted, registration.steps), field: wanted })
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

/** Fills in fields, but never overwrites what the voter typed: only empty fields, and those that still have their prefill. */
function fillUntouched({ registration: { form, initial, filled }, prefillOff }: HandleDeps, prefill: Prefill): void {
  const { values, unusable } = readPrefill(prefill)
  for (const field of formFields) {
    const value = values[field]
    const now = form.getValues(field)
    if (value === undefined || (now !== '' && now !== initial.values[field] && now !== filled.get(field))) continue
    form.setValue(field, value)
    filled.set(field, value)
  }
  if (prefillOff?.includes(form.getValues('state')) === true) clearFilled(form, filled)
  if (unusable.length > 0) warnAboutUnusable(unusable)
}

const statusByStep = {
  sending: 'submitting',
  answer: 'result',
  'not-sent': 'error',
  'outcome-unknown': 'error',
} as const satisfies Record<Exclude<Step['type'], 'form'>, Status>
