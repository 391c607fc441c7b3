/** Drives the voter's story: what each decision of the voter does, and what each end of a request leads to. */
import { type RefObject, useCallback, useReducer, useRef } from 'react'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import type { Tell } from '../emit-callback.ts'
import { requestFieldOf } from '../form/fields.ts'
import type { FormField } from '../form/form-values.ts'
import { dayOf } from '../form/split-date.ts'
import type { RegistrationFormState } from '../form/use-registration-form.ts'
import { restOfForm } from '../load-rest-of-form.ts'
import type { ShownWording } from '../shown-wording.ts'
import { useLatest } from '../use-latest.ts'
import { waitForRest } from '../use-rest-of-form.ts'
import type { BffSending, Registered } from './bff-client.ts'
import { firstStep, next, type Step } from './flow-reducer.ts'
import type { Sending } from './submission.ts'

/** What the story needs. */
export interface StoryOptions {
  client: Pick<BffSending, 'register'>
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
  /** Checks the form, and sends it when nothing is wrong. Waits for the rest of the form; where that cannot be had, nothing
   *  is sent and the voter is told so. */
  submit: () => void
  /** Sends the same form under the same key: it was certainly not sent. One that could not be checked is checked first. */
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
  /** The press that is being checked, if there is one. */
  const checking = useRef<object | undefined>(undefined)

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
          tell('onError', { code, retryable: code !== 'upgrade_required' })
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
  const sending = useRef<Sending | undefined>(undefined)
  const latest = useLatest({ client, end })

  const submit = async () => {
    // Checking takes a moment, in which a second click may come.
    if (checking.current !== undefined) return
    const press = {}
    checking.current = press
    try {
      await waitForRest(start)
      // A form that was emptied meanwhile is not sent.
      if (checking.current !== press) return
      const rest = restOfForm.loaded()
      if (rest === undefined) {
        start()
        end({ kind: 'not_sent', code: navigator.onLine ? 'not_loaded' : 'offline' })
        return
      }
      // From a screen that said to wait; from the form this changes nothing.
      const goBack = () => dispatch({ type: 'refused' })
      const checked = await registration.check()
      if (checking.current !== press) return
      const shown = wording.current
      if (!checked.ok || shown === undefined) {
        goBack()
        invalid(checked.ok ? ['agree'] : checked.fields, 'client')
        return
      }
      const { values } = checked
      lastState.current = isStateCode(values.state) ? values.state : undefined
      let isPrevented = false
      tell('onSubmit', { ...state(), preventDefault: () => (isPrevented = true) })
      if (isPrevented) {
        goBack()
        return
      }
      const subscriber = values.subscriber && shown.offersSubscriber
      const request = rest.toRequest({ ...values, subscriber }, dayOf(now()))
      sending.current ??= rest.createSending({
        register: (...all) => latest.current.client.register(...all),
        onStart: start,
        onEnd: (registered) => latest.current.end(registered),
      })
      sending.current.send({ request, consentVersion: shown.version }, 'first')
    } finally {
      if (checking.current === press) checking.current = undefined
    }
  }

  const sendLast = (as: 'first' | 'again') => {
    const filled = sending.current?.last()
    if (filled !== undefined) sending.current?.send(filled, as)
  }

  return {
    step,
    state,
    submit: () => void submit(),
    retry: () => {
      if (sending.current?.last() !== undefined) {
        sendLast('first')
        return
      }
      start()
      void submit()
    },
    sendAgain: () => sendLast('again'),
    back: () => dispatch({ type: 'back' }),
    reset: () => {
      checking.current = undefined
      sending.current?.forget()
      lastState.current = undefined
      dispatch({ type: 'reset' })
    },
  }
}
