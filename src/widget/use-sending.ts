/** Sends a filled form: one at a time, and under one key for as long as it is the same form. */
import { useCallback, useRef } from 'react'
import type { RegistrationRequest } from '../contract/registration.ts'
import { type BffClient, type Registered, serialize } from './bff-client.ts'
import { newKey } from './new-key.ts'

/** A filled form, as it is sent. */
export interface Filled {
  request: RegistrationRequest
  /** The version of the wording that was on the screen. */
  consentVersion: string
}

/** What {@link useSending} gives. */
export interface Sending {
  /**
   * Sends a filled form and tells what came of it. Does nothing while another one is under way.
   *
   * @param as `first`: under the key of the last attempt if that one was certainly not sent and nothing has changed
   * since; `again`: the voter asked for a second attempt. After one of which nobody knew whether it was sent, its own key
   * asks first: by now the BFF may know, and nothing is sent twice. Only when it does not, there is a new key
   */
  send: (filled: Filled, as: 'first' | 'again') => void
  /** What was sent last, to send it again. */
  last: () => Filled | undefined
  /** Forgets what was sent; an answer that is still to come is not told. */
  forget: () => void
}

/** @param onStart just before sending; @param onEnd with what came of it, unless it has been forgotten since */
export function useSending(
  client: BffClient,
  onStart: () => void,
  onEnd: (registered: Registered, filled: Filled) => void,
): Sending {
  const underWay = useRef<object | undefined>(undefined)
  const attempt = useRef<{ key: string; fingerprint: string } | undefined>(undefined)
  /** The last attempt, when nobody knows what came of it. */
  const inDoubt = useRef<{ key: string; fingerprint: string } | undefined>(undefined)
  const lastFilled = useRef<Filled | undefined>(undefined)

  const send = useCallback<Sending['send']>(
    (filled, as) => {
      if (underWay.current !== undefined) return
      const token = {}
      underWay.current = token
      const fingerprint = `${filled.consentVersion} ${serialize(filled.request)}`
      const before = as === 'first' ? attempt.current : inDoubt.current
      const isSame = before?.fingerprint === fingerprint
      const register = (key: string): Promise<Registered> => {
        attempt.current = { key, fingerprint }
        return client.register(filled.request, { idempotencyKey: key, consentVersion: filled.consentVersion })
      }
      lastFilled.current = filled
      onStart()
      void register(isSame ? before.key : newKey())
        .then((registered) => {
          const knowsNothing = registered.kind === 'may_have_been_sent' && registered.replayed === true
          return as === 'again' && knowsNothing && underWay.current === token ? register(newKey()) : registered
        })
        .then((registered) => {
          if (underWay.current !== token) return
          underWay.current = undefined
          inDoubt.current = registered.kind === 'may_have_been_sent' ? attempt.current : undefined
          // Only what was certainly not sent keeps its key: everything else is at an end.
          if (registered.kind !== 'not_sent') attempt.current = undefined
          onEnd(registered, filled)
        })
    },
    [client, onStart, onEnd],
  )

  return {
    send,
    last: useCallback(() => lastFilled.current, []),
    forget: useCallback(() => {
      underWay.current = undefined
      attempt.current = undefined
      inDoubt.current = undefined
      lastFilled.current = undefined
    }, []),
  }
}
