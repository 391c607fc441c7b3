/** Sends a filled form: one at a time, and under one key for as long as it is the same form. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import { newKey } from '../new-key.ts'
import { serialize } from '../serialize.ts'
import type { BffSending, Registered } from './bff-client.ts'

/** A filled form, as it is sent. */
export interface Filled {
  request: RegistrationRequest
  /** The version of the wording that was on the screen. */
  consentVersion: string
}

/** See {@link createSending}. */
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

/** What {@link createSending} needs. */
export interface SendingOptions {
  register: BffSending['register']
  /** Just before sending. */
  onStart: () => void
  /** With what came of it, unless it has been forgotten since. */
  onEnd: (registered: Registered, filled: Filled) => void
}

/** Makes what sends one voter's form. */
export function createSending({ register, onStart, onEnd }: SendingOptions): Sending {
  let underWay: object | undefined
  let attempt: { key: string; fingerprint: string } | undefined
  /** The last attempt, when nobody knows what came of it. */
  let inDoubt: { key: string; fingerprint: string } | undefined
  let lastFilled: Filled | undefined

  return {
    send(filled, as) {
      if (underWay !== undefined) return
      const token = {}
      underWay = token
      const fingerprint = `${filled.consentVersion} ${serialize(filled.request)}`
      const before = as === 'first' ? attempt : inDoubt
      const isSame = before?.fingerprint === fingerprint
      const registerAs = (key: string): Promise<Registered> => {
        attempt = { key, fingerprint }
        return register(filled.request, { idempotencyKey: key, consentVersion: filled.consentVersion })
      }
      lastFilled = filled
      onStart()
      void registerAs(isSame ? before.key : newKey())
        .then((registered) => {
          const knowsNothing = registered.kind === 'may_have_been_sent' && registered.replayed === true
          return as === 'again' && knowsNothing && underWay === token ? registerAs(newKey()) : registered
        })
        .then((registered) => {
          if (underWay !== token) return
          underWay = undefined
          inDoubt = registered.kind === 'may_have_been_sent' ? attempt : undefined
          // Only what was certainly not sent keeps its key: everything else is at an end.
          if (registered.kind !== 'not_sent') attempt = undefined
          onEnd(registered, filled)
        })
    },
    last: () => lastFilled,
    forget() {
      underWay = undefined
      attempt = undefined
      inDoubt = undefined
      lastFilled = undefined
    },
  }
}
