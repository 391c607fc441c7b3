/** Handles the voter's actions and the outcomes of requests. */
import { type Dispatch, type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import type { SavedAnswer } from '../../../contract/bff-api.ts'
import type { Clock } from '../../../contract/clock.ts'
import { findOutcome } from '../../../contract/outcome-table.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import { useLatestRef } from '../effects.ts'
import { toCalendarDay } from '../form/birth-date.ts'
import type { ShownWording } from '../form/consent.tsx'
import { type FormField, type FormStep, requestFieldOf } from '../form/fields.ts'
import { getRuleCode } from '../form/form-errors.ts'
import { keptValues } from '../form/prefill.ts'
import type { FormPosition } from '../form/steps.ts'
import { toRequest } from '../form/to-request.ts'
import type { RegistrationFormState } from '../form/use-registration-form.ts'
import type { Emit } from '../page-address.ts'
import type { SettingsState } from '../use-root.ts'
import type { BffClient, SubmitResult } from './bff-client.ts'
import {
  type FlowAction,
  type FormErrorCode,
  firstStep,
  flowReducer,
  getErrorMessage,
  isFinal,
  isWaitingForNetwork,
  type UnknownOutcome,
} from './flow-reducer.ts'
import { type CompletedForm, createSubmission } from './submission.ts'

export interface FlowDeps {
  client: Pick<BffClient, 'register'>
  registration: RegistrationFormState
  wording: Readonly<RefObject<ShownWording | undefined>>
  /** A submission of the last step waits until they are loaded. */
  settings: Pick<SettingsState, 'type'>
  isUnusable: boolean
  emit: Emit
  reportState: boolean
  reload: () => void
  clock: Clock
}

/** Automatic retries per submission. */
const maxAutomaticRetries = 3

/** Waits for a stable connection, and lets the voter stop the retry. */
const onlineRetryDelayMs = 5000

export function useRegistrationFlow(deps: FlowDeps) {
  const { settings, isUnusable, registration } = deps
  const latest = useLatestRef(deps)
  const [step, dispatch] = useReducer(flowReducer, firstStep)
  // Set if the last step was submitted before the settings were loaded. Another step, or a reset, cancels the submission.
  const [submittedPosition, setSubmittedPosition] = useState<FormPosition>()
  const [actions] = useState(() => createFlowActions(latest, { dispatch, setSubmittedPosition }))
  const { online, submit } = actions
  const isSubmitted = submittedPosition === registration.position
  const isLoading = settings.type === 'loading'
  useEffect(() => {
    // Without a wording, the submission shows the error.
    if (isSubmitted && !isLoading && !isUnusable) submit()
  }, [isSubmitted, isLoading, isUnusable, submit])
  const waitsForNetwork = isWaitingForNetwork(step)
  useEffect(() => {
    if (!waitsForNetwork) return undefined
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [waitsForNetwork, online])
  return { ...actions, step, isWaiting: isSubmitted && isLoading }
}

function getNextStep({ steps, position }: RegistrationFormState): FormStep | undefined {
  return position.isChange === true ? 'review' : steps[steps.indexOf(position.step) + 1]
}

interface FlowState {
  dispatch: Dispatch<FlowAction>
  setSubmittedPosition: (position: FormPosition | undefined) => void
}

function createFlowActions(latest: Readonly<RefObject<FlowDeps>>, { dispatch, setSubmittedPosition }: FlowState) {
  let lastState: StateCode | undefined
  let automaticRetries = 0
  const canRetry = () => automaticRetries < maxAutomaticRetries
  /** The last attempt if its outcome is unknown, and the form that waits for the voter's confirmation. */
  let unknownOutcome: UnknownOutcome | undefined
  let unconfirmedForm: CompletedForm | undefined
  /** The state of the last registration, if `reportState` allows it. */
  const state = (): { state?: StateCode } =>
    lastState !== undefined && latest.current.reportState ? { state: lastState } : {}
  const submission = createSubmission((...args) => latest.current.client.register(...args))
  const send = async (form: CompletedForm | undefined) => {
    if (form === undefined) return
    unknownOutcome = undefined
    unconfirmedForm = undefined
    // In a transition: the browser paints the click before React renders the next screen.
    startTransition(() => dispatch({ type: 'send' }))
    const outcome = await submission.send(form)
    if (outcome !== undefined) handleResult(outcome, latest.current, { dispatch, state, canRetry: canRetry() })
  }

  const submit = () => {
    if (submission.isPending()) return
    const { registration, settings, wording, emit, clock } = latest.current
    const nextStep = getNextStep(registration)
    const mustWait = settings.type === 'loading' && nextStep === undefined
    setSubmittedPosition(mustWait ? registration.position : undefined)
    if (mustWait) return
    if (nextStep !== undefined) {
      const invalidFields = registration.validateStep()
      if (invalidFields.length > 0) emitInvalid(latest.current, invalidFields, 'client')
      else registration.goTo({ step: nextStep })
      return
    }
    const validation = registration.validateForm()
    const shownWording = wording.current
    if (!validation.ok || shownWording === undefined)
      return emitInvalid(latest.current, validation.ok ? ['agree'] : validation.fields, 'client')
    const { values } = validation
    lastState = isStateCode(values.state) ? values.state : undefined
    let isPrevented = false
    emit('onSubmit', { ...state(), preventDefault: () => (isPrevented = true) })
    if (isPrevented) return
    const subscriber = values.subscriber && shownWording.offersSubscriber
    const request = toRequest({ ...values, subscriber }, toCalendarDay(clock.now()))
    automaticRetries = 0
    const form = { request, consentVersion: shownWording.version, consentShown: shownWording.consentShown }
    if (unknownOutcome === undefined) void send(form)
    else {
      unconfirmedForm = form
      dispatch({ type: 'outcome-unknown', ...unknownOutcome, mustConfirm: true })
    }
  }

  const correct = () => {
    const { registration } = latest.current
    registration.goTo({ step: registration.steps.at(-1) ?? registration.position.step })
    dispatch({ type: 'correct' })
  }

  return {
    state,
    submit,
    /** Sends the same form again: see {@link Submission.send} for its key. */
    resend: () => {
      automaticRetries = 0
      const form = unconfirmedForm ?? submission.last()
      // A restored answer has no form: the voter submits again, since the wording may have changed.
      if (form === undefined) correct()
      else void send(form)
    },
    /** Only for a form that was certainly not sent. */
    retryAutomatically: () => {
      automaticRetries++
      void send(submission.last())
    },
    /** Sends a form that was not sent while offline. */
    online: () =>
      dispatch({ type: 'online', retryAt: performance.now() + onlineRetryDelayMs, isAutomatic: canRetry() }),
    /** Shows the form again, with all values. After an unknown outcome, submitting needs a confirmation. */
    back: (outcome?: UnknownOutcome) => {
      unknownOutcome = outcome
      dispatch({ type: 'back' })
    },
    correct,
    restore: ({ request, consent_version, ...answer }: SavedAnswer) => {
      const { registration, wording } = latest.current
      registration.restart({ values: keptValues({ request, consent_version }, wording.current?.version) })
      lastState = isStateCode(request.state) ? request.state : undefined
      dispatch({ type: 'restored', answer, receivedAt: performance.now() })
    },
    reset: () => {
      submission.clear()
      unknownOutcome = undefined
      unconfirmedForm = undefined
      lastState = undefined
      dispatch({ type: 'reset' })
    },
  }
}

function handleResult(
  outcome: SubmitResult,
  deps: FlowDeps,
  {
    dispatch,
    state,
    canRetry,
  }: Pick<FlowState, 'dispatch'> & { state: () => { state?: StateCode }; canRetry: boolean },
): void {
  const { registration, reload, emit } = deps
  switch (outcome.type) {
    case 'answer': {
      const { answer } = outcome
      dispatch({ type: 'answered', answer, receivedAt: performance.now() })
      emit('onResult', { ...state(), buttons: answer.buttons.length, reference: answer.reference })
      return
    }
    case 'invalid':
      emitInvalid(deps, registration.showServerErrors(outcome.errors), 'server')
      dispatch({ type: 'invalid' })
      return
    case 'consent-outdated':
      registration.requireNewConsent()
      reload()
      dispatch({ type: 'invalid' })
      emitInvalid(deps, ['agree'], 'server')
      return
    case 'not-sent': {
      const { retryAfterMs, detail: _detail, ...details } = outcome
      const isAutomatic = findOutcome(outcome.code).retry === 'automatic' && canRetry
      const waits = retryAfterMs !== undefined && { retryAt: performance.now() + retryAfterMs, isAutomatic }
      dispatch({ ...details, ...waits })
      emitError(emit, outcome, !isFinal(outcome.code))
      return
    }
    case 'outcome-unknown': {
      const { code, reference } = outcome
      dispatch({ type: 'outcome-unknown', code, ...(reference !== undefined && { reference }) })
      emitError(emit, outcome, false)
      return
    }
    default:
      outcome satisfies never
  }
}

function emitError(
  emit: Emit,
  { code, detail, reference }: Extract<SubmitResult, { code: FormErrorCode }>,
  retryable: boolean,
): void {
  emit('onError', {
    code,
    retryable,
    message: getErrorMessage(code, detail),
    ...(reference !== undefined && { reference }),
  })
}

function emitInvalid(
  { emit, registration }: FlowDeps,
  fields: readonly FormField[],
  source: 'client' | 'server',
): void {
  const rules = fields.map(
    (field) => `${requestFieldOf[field]}:${getRuleCode(registration.form.getFieldState(field).error)}`,
  )
  const names = fields.map((field) => requestFieldOf[field])
  const seconds = Math.round(performance.now() / 1000)
  emit('onInvalid', { fields: [...new Set(names)], rules: [...new Set(rules)], seconds, source })
}
