/** The service's answer to an accepted registration, and its JSON (R-A60 to R-A70). */
import type { StateCode } from '../contract/states.ts'
import { stateFacts } from './data/states.ts'
import { messageFor } from './message.ts'

/** A button before it is serialized. `event` is JSON text, so that every number is sent exactly as it is here. */
export interface AnswerButton {
  message_text: string
  primary: boolean
  url: string
  url_expiry?: string
  event?: string
}

/** An answer before it is serialized. */
export interface Answer {
  message_markdown: string
  buttons: AnswerButton[]
}

/** The registration that an answer is for. */
export interface AnswerFor {
  state: StateCode
  /** Identifies the registration; the event contains it. */
  action: string
  /** Base address of the sandbox, without a trailing slash. */
  publicUrl: string
  /** The signed token of the mail link, and when it expires, in milliseconds since 1970. */
  token: string
  expires: number
  /** Returns a random UUID for the states that need a separate address for each registration (B.2.11). */
  uuid: () => string
}

/** Lifetime of a mail link, in milliseconds (R-A67, R-A111). */
export const linkLifetime = 3_600_000

/** Returns the answer for the state's flow: two buttons, the mail button alone, or none (B.2.13, X11). */
export function answerFor(about: AnswerFor): Answer {
  const { flow } = stateFacts[about.state]
  const message_markdown = messageFor(about.state, about.publicUrl)
  switch (flow) {
    case 'online-or-print':
      return { message_markdown, buttons: [onlineButton(about), mailButton(about, false)] }
    case 'print-only':
      return { message_markdown, buttons: [mailButton(about, true)] }
    case 'none':
      return { message_markdown, buttons: [] }
    default:
      return flow satisfies never
  }
}

/** The button to the state's site; the only one with an event (X1), and without expiry (X12). */
export function onlineButton({ state, action, publicUrl, uuid }: AnswerFor): AnswerButton {
  const site = `${publicUrl}/state-site/${state}`
  const own = state === 'CO' || state === 'WA'
  return {
    message_text: 'Register online',
    primary: true,
    url: own ? `${site}?vrdid=${uuid()}&campaign=${action}` : site,
    event: JSON.stringify({ action, event_type: 'FinishExternal' }),
  }
}

/** The button to the page where a form is printed; its link expires. */
export function mailButton({ publicUrl, token, expires }: AnswerFor, primary: boolean): AnswerButton {
  return {
    message_text: 'Register by mail',
    primary,
    url: `${publicUrl}/register-to-vote/resume/?skip_ovr=true&token=${token}`,
    url_expiry: utcWithMicroseconds(expires),
  }
}

/** Formats a time as the service does: `2026-03-02T16:04:05.123000+00:00` (X12, measured). */
export function utcWithMicroseconds(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00')
}

/** Returns the answer as JSON text. */
export function writeAnswer({ message_markdown, buttons }: Answer): string {
  const written = buttons.map(({ event, ...button }) => {
    const text = JSON.stringify(button)
    return event === undefined ? text : `${text.slice(0, -1)},"event_tracking":${event}}`
  })
  return `{"message_markdown":${JSON.stringify(message_markdown)},"buttons":[${written.join(',')}]}`
}
