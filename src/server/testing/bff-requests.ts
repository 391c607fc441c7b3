/** A BFF client for tests that sends the widget's requests. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from '../../contract/bff-api.ts'
import { bffHeaders, EncryptedAnswer, Problem, Settings } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { aRequest, theSettings } from '../../contract/testing/samples.ts'
import { createWording, ourWording } from '../consent/wording.ts'
import { sandboxKeyId } from '../crypto/keys.ts'
import type { Meter } from '../observability/meter.ts'

/** The page of the fictional partner. */
export const partnerOrigin = 'https://partner.example'

/** The required options of a BFF, against a service on this machine, with the sandbox's key id. */
export function theOptions(
  upstreamUrl: string,
  change: { encryptionKey?: string; allowedOrigins?: string[]; basePath?: string; logLevel?: 'debug' } = {},
) {
  return {
    upstreamUrl,
    apiKeyId: sandboxKeyId,
    apiKeySecret: 'KEYCANARY-0f2d4c/+=?&%',
    allowedOrigins: [partnerOrigin],
    ...change,
  }
}

/** The further options that a BFF requires against a real service, which here runs on this machine. */
export function realOptions() {
  return {
    apiKeyId: '6f1ed002-ab5f-4b7e-9d6b-000000000002',
    operatorName: 'Sample Vote Service',
    operatorTermsUrl: 'https://service.example/terms/',
    operatorPrivacyUrl: 'https://service.example/privacy/',
    partnerName: 'Sample Partner',
    partnerPrivacyUrl: 'https://partner.example/privacy/',
    officialSiteUrl: 'https://official.example/',
    partnerSmsProgram: true,
    partnerSmsName: 'Sample Alerts',
    partnerSmsMonthly: 4,
    wordingApproved: [createWording('en', ourWording.en, { subscriber: true, names: theSettings() }).version],
  }
}

/** A BFF in this process, or at another address. */
export interface Handler {
  fetch(request: Request): Promise<Response>
}

/** A server over HTTP as the widget sees it. @param findUrl returns its address at each request */
export function serverAt(findUrl: () => string): Handler {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'POST' ? await request.text() : null
      return fetch(findUrl() + pathname + search, { method: request.method, headers: request.headers, body })
    },
  }
}

/** How a registration differs from a valid one. */
export interface Sending {
  /** Sent as JSON; a text or bytes are sent unchanged. */
  body?: unknown
  key?: string
  /** `null` leaves the header out. */
  headers?: Record<string, string | null>
}

/** The header with which a page sends the wording that it has shown. With it, {@link register} requests no settings. */
export async function consentHeader(bff: Handler): Promise<Record<string, string>> {
  const { wording } = await settingsOf(bff)
  return { [bffHeaders.consentVersion]: wording.en.version }
}

/** A registration request; valid by default. */
export async function registrationRequest(bff: Handler, { body, key, headers = {} }: Sending = {}): Promise<Request> {
  const all: Record<string, string | null> = {
    'Content-Type': 'application/json',
    Origin: partnerOrigin,
    [bffHeaders.idempotencyKey]: key ?? crypto.randomUUID(),
    ...(headers[bffHeaders.consentVersion] === undefined && (await consentHeader(bff))),
    ...headers,
  }
  const kept = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  const plain = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body ?? aRequest())
  return new Request(`http://bff.test${bffPaths.registrations}`, {
    method: 'POST',
    headers: Object.fromEntries(kept),
    body: typeof plain === 'string' ? plain : Uint8Array.from(plain),
  })
}

/** Sends a registration. */
export async function register(bff: Handler, sending?: Sending): Promise<Response> {
  return bff.fetch(await registrationRequest(bff, sending))
}

/** Sends a press as a page does when the user leaves it. */
export function reportClick(
  bff: Handler,
  text: string | undefined,
  type = 'text/plain;charset=UTF-8',
): Promise<Response> {
  return bff.fetch(
    new Request(`http://bff.test${bffPaths.choices}`, {
      method: 'POST',
      headers: { 'Content-Type': type, Origin: partnerOrigin },
      body: JSON.stringify({ click_token: text }),
    }),
  )
}

/** Requests the BFF's settings. */
export async function settingsOf(bff: Handler): Promise<Settings> {
  const answer = await bff.fetch(
    new Request(`http://bff.test${bffPaths.settings}`, { headers: { Origin: partnerOrigin } }),
  )
  return Settings.parse(await answer.json())
}

/** Parses the answer of an accepted registration. */
export async function answerOf(response: Response): Promise<EncryptedAnswer> {
  return EncryptedAnswer.parse(await response.json())
}

/** Parses the problem in a response. */
export async function problemOf(response: Response): Promise<Problem> {
  return Problem.parse(await response.json())
}

/** Returns the value of the `Challenge-Solution` header. @throws for a challenge of another kind */
export async function solved(challenge: Challenge): Promise<string> {
  if (challenge.kind !== 'proof') throw new Error('This is no proof.')
  const { parameters, signature } = challenge
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey })
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

const nothing = () => undefined

/** A meter that fails after the service has responded: an internal error whose outcome is unknown. */
export function createFailingMeter(message: string): Meter {
  return {
    registration: nothing,
    click: nothing,
    limited: nothing,
    contractViolation: nothing,
    gauge: nothing,
    upstream() {
      throw new TypeError(message)
    },
  }
}
