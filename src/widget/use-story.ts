/** Drives the voter's story: what each decision of the voter does, and what each end of a request leads to. */
import { type RefObject, useCallback, useReducer, useRef } from 'react'
import { isStateCode, type StateCode } from '../contract/states.ts'
import type { BffClient, Registered } from './bff-client.ts'
import { firstStep, next, type Step } from './flow.ts'
import { dayOf } from './registration/birth-date.ts'
import { requestFieldOf } from './registration/fields.ts'
import type { FormField } from './registration/form-values.ts'
import { toRequest } from './registration/to-request.ts'
import type { ShownWording } from './shown-wording.ts'
import type { Tell } from './tell.ts'
import type { RegistrationFormState } from './use-registration-form.ts'
import { type Filled, useSending } from './use-sending.ts'

/** What the story needs. */
export interface StoryOptions {
  client: BffClient
  registration: RegistrationFormState
  /** The wording on the screen; `undefined` while there is none. */
  wording: Readonly<RefObject<ShownWording | undefined>>
  tell: Tell
  /** Whether callbacks are told the chosen state. */
  reportState: () => boolean
  reloadSettings: () => void
  now: () => Date
}

/** The story, and what the voter can do in it. */
export interface Story {
  step: Step
  /** The state that the last registration was for, as far as callbacks may know it. */
  state(): { state?: StateCode }
  /** Checks the form, and sends it when nothing is wrong. */
  submit: () => void
  /** Sends the same form under the same key: it was certainly not sent. */
  retry: () => void
  /** Sends the same form under a new key: the voter asked for it. */
  sendAgain: () => void
  back: () => void
  /** Forgets everything. */
  reset: () => void
}

/** See {@link Story}. */
export function useStory(options: StoryOptions): Story {
  const { client, registration, wording, tell, reportState, reloadSettings, now } = options
  const [step, dispatch] = useReducer(next, firstStep)
  const lastState = useRef<StateCode | undefined>(undefined)
  const isChecking = useRef(false)

  const state = useCallback(
    () => (lastState.current !== undefined && reportState() ? { state: lastState.current } : {}),
    [reportState],
  )

  const invalid = useCallback(
    (fields: readonly FormField[], source: 'client' | 'server') => {
      tell('onInvalid', { fields: [...new Set(fields.map((field) => requestFieldOf[field]))], source })
    },
    [tell],
  )

  const start = useCallback(() => dispatch({ type: 'send' }), [])
  const end = useCallback(
    (registered: Registered) => {
      switch (registered.kind) {
        case 'answer': {
          const { answer } = registered
          dispatch({ type: 'answered', answer, receivedAt: performance.now() })
          tell('onResult', { ...state(), buttons: answer.buttons.length })
          return
        }
        case 'refused':
          invalid(registration.refuse(registered.errors), 'server')
          dispatch({ type: 'refused' })
          return
        case 'consent_outdated':
          registration.refuseConsent()
          reloadSettings()
          dispatch({ type: 'refused' })
          invalid(['agree'], 'server')
          return
        case 'not_sent': {
          const { code, reference, retryAfterMs } = registered
          dispatch({
            type: 'not-sent',
            code,
            ...(reference !== undefined && { reference }),
            ...(retryAfterMs !== undefined && { retryAt: performance.now() + retryAfterMs }),
          })
          tell('onError', { code, retryable: true })
          return
        }
        case 'may_have_been_sent': {
          const { code, reference } = registered
          dispatch({ type: 'may-have-been-sent', code, ...(reference !== undefined && { reference }) })
          tell('onError', { code, retryable: false })
          return
        }
        default:
          registered satisfies never
      }
    },
    [registration, reloadSettings, tell, state, invalid],
  )
  const sending = useSending(client, start, end)
  const { send } = sending

  const submit = async () => {
    // Checking takes a moment, in which a second click may come.
    if (isChecking.current) return
    isChecking.current = true
    try {
      const checked = await registration.check()
      const shown = wording.current
      if (!checked.ok || shown === undefined) {
        invalid(checked.ok ? ['agree'] : checked.fields, 'client')
        return
      }
      const { values } = checked
      lastState.current = isStateCode(values.state) ? values.state : undefined
      let isPrevented = false
      tell('onSubmit', { ...state(), preventDefault: () => (isPrevented = true) })
      if (isPrevented) return
      const subscriber = values.subscriber && shown.offersSubscriber
      send({ request: toRequest({ ...values, subscriber }, dayOf(now())), consentVersion: shown.version }, 'first')
    } finally {
      isChecking.current = false
    }
  }

  const sendLast = (as: 'first' | 'again') => {
    const filled: Filled | undefined = sending.last()
    if (filled !== undefined) send(filled, as)
  }

  return {
    step,
    state,
    submit: () => void submit(),
    retry: () => sendLast('first'),
    sendAgain: () => sendLast('again'),
    back: () => dispatch({ type: 'back' }),
    reset: () => {
      sending.forget()
      lastState.current = undefined
      dispatch({ type: 'reset' })
    },
  }
}
