/** Makes of the service's answer what the page gets: only what it needs, with each event sealed. */
import type { SealedAnswer, SealedButton } from '../../contract/bff-api.ts'
import type { Button } from '../../contract/registration.ts'
import { safeLink } from '../../contract/text.ts'
import type { Seal } from '../crypto/event-token.ts'
import { pressLimit } from '../tracking/route.ts'
import type { RegistrationOutcome } from '../upstream/outcome.ts'

/** The most bytes that a sealed event may have, so that its press can be sent. */
const sealedLimit = pressLimit - '{"press":""}'.length

/**
 * Seals an answer. An event that is too large to be reported is left out, and said in `departures` (by name).
 *
 * @param now our clock in milliseconds; used where the service did not tell its own (X12)
 */
export async function sealAnswer(
  { read, events, serverTime }: Extract<RegistrationOutcome, { type: 'answered' }>,
  seal: Seal,
  now: number,
): Promise<{ answer: Omit<SealedAnswer, 'reference'>; departures: readonly string[] }> {
  const departures = [...read.departures]
  const { message_markdown, buttons } = read.response
  const sealed: SealedButton[] = []
  for (const [index, button] of buttons.entries()) {
    if (safeLink(button.url) === undefined) departures.push(`buttons[${read.places[index]}].url is not a safe link`)
    const event = events[index]
    let press = event === undefined ? undefined : await seal.seal(event)
    if (press !== undefined && press.length > sealedLimit) {
      departures.push(`buttons[${read.places[index]}].event_tracking is event_too_large`)
      press = undefined
    }
    sealed.push(sealedButton(button, press, serverTime ?? now))
  }
  return { answer: { message_markdown, buttons: sealed }, departures }
}

function sealedButton(
  { message_text, primary, url, url_expiry }: Button,
  press: string | undefined,
  now: number,
): SealedButton {
  return {
    message_text,
    primary,
    url,
    ...(url_expiry !== undefined && { url_expiry, expires_in_ms: Date.parse(url_expiry) - now }),
    ...(press !== undefined && { press }),
  }
}
