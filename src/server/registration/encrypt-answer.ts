/** Turns the service's answer into the page's, with each event encrypted, and detects contract violations. */
import type { EncryptedAnswer, EncryptedButton } from '../../contract/bff-api.ts'
import type { Clock } from '../../contract/clock.ts'
import { buttonLink, isLoopback } from '../../contract/text.ts'
import type { ClickTokens } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { maxBytes } from '../tracking/route.ts'
import type { ServiceOutcome } from '../upstream/outcome.ts'
import type { Outcome } from './outcome.ts'

type AnsweredCall = Extract<ServiceOutcome, { type: 'answered' }>

interface AnswerEncryptorDeps {
  clickTokens: ClickTokens
  isSandbox: boolean
  clock: Clock
  log: Log
  meter: Meter | undefined
}

/** Maximum length of a click token, so that its report can be sent. */
const maxTokenLength = maxBytes - '{"click_token":""}'.length

/** Maximum number of departures, and of hosts without TLS, tracked by name: a service that makes names up must not fill the memory. */
const maxUnknownFields = 50

const answerFields = new Set(['message_markdown', 'buttons'])
const buttonFields = new Set(['message_text', 'primary', 'url', 'url_expiry', 'event_tracking'])

/** Leaves out an event that is too large to be reported. Departures are logged with each answer; each name also once. */
export function createAnswerEncryptor({ clickTokens, isSandbox, clock, log, meter }: AnswerEncryptorDeps) {
  const reportedNames = new Set<string>()
  const hostsWithoutTls = new Set<string>()

  function warnWithoutTls(url: string): void {
    const { protocol, host } = new URL(url)
    if (protocol !== 'http:' || isSandbox || hostsWithoutTls.has(host) || hostsWithoutTls.size >= maxUnknownFields)
      return
    hostsWithoutTls.add(host)
    const message =
      'A button of the service links to this site over http: (logged once per site). Voters see it. Ask the service for an https: address.'
    log({ level: 'warn', code: 'button_without_tls', site: host, message })
  }

  function reportViolation(name: string): void {
    const reportedName = reportedNames.has(name) || reportedNames.size < maxUnknownFields ? name : 'others'
    meter?.contractViolation(reportedName)
    if (reportedNames.has(reportedName)) return
    reportedNames.add(reportedName)
    const message =
      "The service's responses violate the specification (logged once per name). Check for a newer version of this package."
    log({ level: 'warn', code: 'contract_violation_new', message, contract_violations: [reportedName] })
  }

  /** Reports unknown keys of `object`. One that does not look like a name may hold anything and is not repeated. */
  function reportUnknownKeys(object: object, names: ReadonlySet<string>, prefix: string): void {
    for (const key of Object.keys(object)) {
      if (names.has(key)) continue
      reportViolation(
        `${prefix}${/^[A-Za-z][A-Za-z_]{0,39}$/.test(key) ? key : 'a member with an unusual name'} is unknown`,
      )
    }
  }

  return (
    { read, events, serverTime }: AnsweredCall,
    { reference, receipt }: { reference: string; receipt: string },
  ): Extract<Outcome, { type: 'answered' }> => {
    const receivedAt = clock.now()
    const departures = [...read.violations]
    const buttons: EncryptedButton[] = []
    reportUnknownKeys(read.response, answerFields, '')
    for (const [index, button] of read.response.buttons.entries()) {
      const { message_text, primary, url_expiry } = button
      const url = toButtonUrl(button.url, isSandbox)
      const path = `buttons[${read.indexes[index]}]`
      reportUnknownKeys(button, buttonFields, 'buttons[].')
      if (url === '') departures.push(`${path}.url is not a safe link`)
      else warnWithoutTls(url)
      const event = events[index]
      let token =
        event === undefined ? undefined : clickTokens.encrypt(event, { receipt, button: primary ? 'primary' : 'other' })
      if (token !== undefined && token.length > maxTokenLength) {
        departures.push(`${path}.event_tracking is event_too_large`)
        token = undefined
      }
      // If the service does not send its own clock, ours is used (X12).
      const expires_in_ms = Date.parse(url_expiry ?? '') - (serverTime ?? receivedAt)
      buttons.push({
        message_text,
        primary,
        url,
        ...(url_expiry !== undefined && { url_expiry, expires_in_ms }),
        ...(token !== undefined && { click_token: token }),
      })
    }
    for (const departure of departures) reportViolation(departure.replace(/\[\d+\]/g, '[]').replace(/^\d+ /, ''))
    if (departures.length > 0) {
      const message = 'The response of the service violates the specification; the voter sees the usable parts.'
      log({ level: 'warn', code: 'contract_violation', message, contract_violations: departures, reference })
    }
    const answer: Omit<EncryptedAnswer, 'reference'> = { message_markdown: read.response.message_markdown, buttons }
    return { type: 'answered', text: JSON.stringify(answer), receivedAt }
  }
}

export const maxButtonUrlLength = 2_048

/** Names that no public name server knows: of one label, and those reserved for a local network (RFC 6762, 8375, 6761). */
const localName = /^[^.]*$|\.(?:local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/

/** Returns the URL unchanged if a voter may be sent there, otherwise an empty text: every release of the form shows such a
 *  button as text. Rejected are, besides what {@link buttonLink} rejects: a host that is an IP address in any notation,
 *  `localhost`, or a name of a local network; an address without `//`; `%` in the host; invisible characters such as a soft
 *  hyphen; more than 2,048 characters. No state's site needs any of these. `http:` stays: the service chose it. `isSandbox`:
 *  whether the service is the sandbox, whose buttons point to this machine. */
export function toButtonUrl(value: string, isSandbox: boolean): string {
  if (value.length > maxButtonUrlLength || /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return ''
  const href = buttonLink(value)
  if (href === undefined || !/^https?:\/\/[^/?#%]+(?:[/?#]|$)/i.test(value)) return ''
  // A trailing dot names the same host.
  const host = new URL(href).hostname.replace(/\.$/, '')
  if (isLoopback(host)) return isSandbox ? value : ''
  // The URL parser normalizes every other notation of an IPv4 address to four decimal numbers.
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host) || localName.test(host) ? '' : value
}
