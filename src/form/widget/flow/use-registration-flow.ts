/** Handles the voter's actions and the outcomes of requests. */
import { type Dispatch, type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import type { SavedAnswer } from '../../../contract/bff-api.ts'
import type { Clock } from '../../../contract/clock.ts'
import { findOutcome } from '../../../contract/outcome-table.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import { useLatest } from '../effects.ts'
import { toCalendarDay } from '../form/birth-date.ts'
import type { ShownWording } from '../form/consent.tsx'
import { type FormField, type FormStep, requestFieldOf } from '../form/fields.ts'
import { getRuleCode } from '../form/form-errors.ts'
import { keptValues } from '../form/prefill.ts'
import type { FormPlace } from '../form/steps.ts'
import { toRequest } from '../form/to-request.ts'
import type { RegistrationFormState } from '../form/use-registration-form.ts'
import type { Emit } from '../page-address.ts'
import type { SettingsState } from '../use-root.ts'
import type { BffClient, SubmitResult } from './bff-client.ts'
import {
  type FlowAction,
  type FormErrorCode,
  firstStep,
  getErrorMessage,
  type InDoubt,
  isFinal,
  isWaitingForNetwork,
  next,
} from './flow-reducer.ts'
import { createSubmission, type Filled } from './submission.ts'

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
const maxAutomatic = 3

/** Waits for a stable connection, and lets the voter stop the retry. */
const afterOnline = 5000

export function useRegistrationFlow(deps: FlowDeps) {
  const { settings, isUnusable, registration } = deps
  const latest = useLatest(deps)
  const [step, dispatch] = useReducer(next, firstStep)
  // Set if the last step was submitted before the settings were loaded. Another step, or a reset, cancels the submission.
  const [submittedAt, setSubmittedAt] = useState<FormPlace>()
  const [controls] = useState(() => createControls(latest, { dispatch, setSubmittedAt }))
  const { online, submit } = controls
  const isSubmitted = submittedAt === registration.place
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
  return { ...controls, step, isWaiting: isSubmitted && isLoading }
}

function getFollowingStep({ steps, place }: RegistrationFormState): FormStep | undefined {
  return place.isChange === true ? 'review' : steps[steps.indexOf(place.at) + 1]
}

interface FlowState {
  dispatch: Dispatch<FlowAction>
  setSubmittedAt: (place: FormPlace | undefined) => void
}

function createControls(latest: Readonly<RefObject<FlowDeps>>, { dispatch, setSubmittedAt }: FlowState) {
  let lastState: StateCode | undefined
  let automatic = 0
  /** The last attempt if its outcome is unknown, and the form that waits for the voter's confirmation. */
  let doubt: InDoubt | undefined
  let unconfirmed: Filled | undefined
  /** The state of the last registration, if `reportState` allows it. */
  const state = (): { state?: StateCode } =>
    lastState !== undefined && latest.current.reportState ? { state: lastState } : {}
  const submission = createSubmission((...all) => latest.current.client.register(...all))
  const send = async (filled: Filled | undefined) => {
    if (filled === undefined) return
    doubt = undefined
    unconfirmed = undefined
    // In a transition: the browser paints the click before React renders the next screen.
    startTransition(() => dispatch({ type: 'send' }))
    const outcome = await submission.send(filled)
    if (outcome !== undefined)
      settle(outcome, latest.current, { dispatch, state, maySendBySelf: automatic < maxAutomatic })
  }

  const submit = () => {
    if (submission.isPending()) return
    const { registration, settings, wording, emit, clock } = latest.current
    const following = getFollowingStep(registration)
    const mustWait = settings.type === 'loading' && following === undefined
    setSubmittedAt(mustWait ? registration.place : undefined)
    if (mustWait) return
    if (following !== undefined) {
      const wrong = registration.checkStep()
      if (wrong.length > 0) emitInvalid(latest.current, wrong, 'client')
      else registration.goTo({ at: following })
      return
    }
    const checked = registration.check()
    const shown = wording.current
    if (!checked.ok || shown === undefined)
      return emitInvalid(latest.current, checked.ok ? ['agree'] : checked.fields, 'client')
    const { values } = checked
    lastState = isStateCode(values.state) ? values.state : undefined
    let isPrevented = false
    emit('onSubmit', { ...state(), preventDefault: () => (isPrevented = true) })
    if (isPrevented) return
    const subscriber = values.subscriber && shown.offersSubscriber
    const request = toRequest({ ...values, subscriber }, toCalendarDay(clock.now()))
    automatic = 0
    const filled = { request, consentVersion: shown.version, consentShown: shown.around }
    if (doubt === undefined) void send(filled)
    else {
      unconfirmed = filled
      dispatch({ type: 'outcome-unknown', ...doubt, asks: true })
    }
  }

  const correct = () => {
    const { registration } = latest.current
    registration.goTo({ at: registration.steps.at(-1) ?? registration.place.at })
    dispatch({ type: 'correct' })
  }

  return {
    state,
    submit,
    /** Sends the same form again: see {@link Submission.send} for its key. */
    sendAgain: () => {
      automatic = 0
      const filled = unconfirmed ?? submission.last()
      // A restored answer has no form: the voter submits again, since the wording may have changed.
      if (filled === undefined) correct()
      else void send(filled)
    },
    /** Only for a form that was certainly not sent. */
    sendBySelf: () => {
      automatic++
      void send(submission.last())
    },
    /** Sends a form that was not sent while offline. */
    online: () =>
      dispatch({ type: 'online', retryAt: performance.now() + afterOnline, isAutomatic: automatic < maxAutomatic }),
    /** Shows the form again, with all values. After an unknown outcome, submitting needs a confirmation. */
    back: (inDoubt?: InDoubt) => {
      doubt = inDoubt
      dispatch({ type: 'back' })
    },
    correct,
    restore: ({ request, consent_version, ...answer }: SavedAnswer) => {
      const { registration, wording } = latest.current
      registration.begin({ values: keptValues({ request, consent_version }, wording.current?.version) })
      lastState = isStateCode(request.state) ? request.state : undefined
      dispatch({ type: 'restored', answer, receivedAt: performance.now() })
    },
    reset: () => {
      submission.forget()
      doubt = undefined
      unconfirmed = undefined
      lastState = undefined
      dispatch({ type: 'reset' })
    },
  }
}

function settle(
  outcome: SubmitResult,
  deps: FlowDeps,
  {
    dispatch,
    state,
    maySendBySelf,
  }: Pick<FlowState, 'dispatch'> & { state: () => { state?: StateCode }; maySendBySelf: boolean },
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
      emitInvalid(deps, registration.refuse(outcome.errors), 'server')
      dispatch({ type: 'invalid' })
      return
    case 'consent-outdated':
      registration.refuseConsent()
      reload()
      dispatch({ type: 'invalid' })
      emitInvalid(deps, ['agree'], 'server')
      return
    case 'not-sent': {
      const { retryAfterMs, detail: _detail, ...rest } = outcome
      const isAutomatic = findOutcome(outcome.code).retry === 'automatic' && maySendBySelf
      const waits = retryAfterMs !== undefined && { retryAt: performance.now() + retryAfterMs, isAutomatic }
      dispatch({ ...rest, ...waits })
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
