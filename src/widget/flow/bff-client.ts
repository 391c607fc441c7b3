/**
 * What is sent to the backend-for-frontend. Everything that can happen to a registration becomes one of five kinds:
 *
 * | what happened                                            | kind                                  |
 * |----------------------------------------------------------|---------------------------------------|
 * | the browser says it is offline, before anything was sent | `not_sent` (`offline`)                |
 * | no answer within 20 s                                    | `may_have_been_sent` (`timeout`)      |
 * | the request broke off, for whatever reason               | `may_have_been_sent` (`network`)      |
 * | 2xx with an answer we can read                           | `answer`                              |
 * | 2xx or 3xx with anything else                            | `may_have_been_sent` (`unreadable`)   |
 * | a problem whose code is `consent_outdated`               | `consent_outdated`                    |
 * | a problem whose code is `challenge_required`             | what comes of it once it is solved    |
 * | a problem with an `outcome`                              | that outcome: the BFF is believed     |
 * | 400 with messages by field                               | `refused`                             |
 * | any other 4xx                                            | `not_sent`                            |
 * | any other 5xx                                            | `may_have_been_sent`                  |
 *
 * A browser does not tell a refused connection from one that broke after the request was written, so a broken request
 * is never called `not_sent`: to say so wrongly would register somebody twice.
 */
import { bffHeaders, Challenge, Problem, SealedAnswer } from '../../contract/bff-api.ts'
import { type Tracking, writeTracking } from '../../contract/campaign.ts'
import { type RegistrationRequest, ValidationError } from '../../contract/registration.ts'
import { bffPaths, joinUrl, sitesPath } from '../../contract/routes.ts'
import { type SiteState, Sites } from '../../contract/sites.ts'
import type { StateCode } from '../../contract/states.ts'
import { serialize } from '../serialize.ts'
import { abortAfter, type BffClientOptions, requestInit } from '../settings-client.ts'
import { version } from '../version.ts'

/** What came of asking for a registration. */
export type Registered =
  | { kind: 'answer'; answer: SealedAnswer }
  /** The service refused it: nothing was registered. */
  | { kind: 'refused'; errors: ValidationError }
  /** The wording on the screen is not the current one: nothing was sent. */
  | { kind: 'consent_outdated' }
  | { kind: 'not_sent'; code: string; reference?: string; retryAfterMs?: number }
  /** `replayed`: this is what came of an earlier attempt with the same key, and this one sent nothing. */
  | { kind: 'may_have_been_sent'; code: string; reference?: string; replayed?: true }

/** What {@link BffClient.register} needs beside the request. */
export interface RegisterOptions {
  /** A UUID: the same one never registers twice. */
  idempotencyKey: string
  /** The `version` of the wording that was on the screen. */
  consentVersion: string
}

/** The backend-for-frontend, as a form sees it that has been filled in. */
export interface BffSending {
  /** Sends a registration. Never rejects. */
  register: (request: RegistrationRequest, options: RegisterOptions) => Promise<Registered>
  /** Reports a press. `ok` when the BFF is known to have it. Never rejects, and outlives the page. */
  report: (press: string) => Promise<{ ok: boolean }>
  /** How the sites of a state are; the state is all that is asked by. Rejects when that cannot be had. */
  sites: (state: StateCode) => Promise<SiteState[]>
}

/** The dependencies of {@link createBffSending}; each is the browser's own by default. */
export interface BffSendingOptions extends Omit<BffClientOptions, 'settingsTimeout'> {
  /** Where the voter came from. */
  tracking?: () => Tracking | undefined
  sendBeacon?: ((url: string, body: string) => boolean) | undefined
  isOffline?: () => boolean
  /** Whether the page is being left. */
  isLeaving?: () => boolean
  /** Milliseconds after which a registration is given up. */
  registerTimeout?: number
  /** Milliseconds after which a challenge is given up. */
  solveTimeout?: number
  /** Meets a challenge, `undefined` when it cannot. Default: a `proof` is computed, any other kind cannot be met. */
  solve?: (challenge: Challenge, signal: AbortSignal) => Promise<string | undefined>
}

/** Makes what sends to the BFF at `apiBase`. */
export function createBffSending(options: BffSendingOptions): BffSending {
  const { apiBase, isOffline = () => !navigator.onLine } = options
  const { isLeaving = () => document.visibilityState === 'hidden' } = options
  const { registerTimeout = 20_000, solveTimeout = 15_000, solve = compute } = options
  const ask: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init)
  const beacon = options.sendBeacon ?? ((url: string, body: string) => navigator.sendBeacon(url, body))

  return {
    async register(request, { idempotencyKey, consentVersion }) {
      if (isOffline()) return { kind: 'not_sent', code: 'offline' }
      const campaign = writeTracking(options.tracking?.())
      const headers = {
        'Content-Type': 'application/json',
        [bffHeaders.idempotencyKey]: idempotencyKey,
        [bffHeaders.consentVersion]: consentVersion,
        [bffHeaders.formVersion]: version,
        ...(campaign !== '' && { [bffHeaders.campaign]: campaign }),
      }
      const body = serialize(request)
      const send = async (
        solution?: string,
      ): Promise<{ registered: Registered; challenge?: Challenge | undefined }> => {
        const giveUp = abortAfter(registerTimeout)
        try {
          const response = await ask(joinUrl(apiBase, bffPaths.registrations), {
            ...requestInit,
            method: 'POST',
            headers: solution === undefined ? headers : { ...headers, [bffHeaders.challengeSolution]: solution },
            body,
            signal: giveUp.signal,
          })
          const answer = await readJson(response)
          return { registered: understand(response.status, response.headers, answer), challenge: challengeIn(answer) }
        } catch {
          const code = giveUp.signal.aborted ? 'timeout' : 'network'
          return { registered: { kind: 'may_have_been_sent', code } }
        } finally {
          giveUp.clear()
        }
      }

      const { registered, challenge } = await send()
      if (challenge === undefined) return registered
      const enough = abortAfter(solveTimeout)
      const solution = await solve(challenge, enough.signal).catch(() => undefined)
      enough.clear()
      return solution === undefined ? registered : (await send(solution)).registered
    },

    async sites(state) {
      const response = await ask(joinUrl(apiBase, sitesPath(state)), { ...requestInit, cache: 'no-cache' })
      return Sites.parse(await response.json()).sites
    },

    async report(press) {
      const url = joinUrl(apiBase, bffPaths.presses)
      const body = JSON.stringify({ press })
      // Text needs no preflight, which a page that is being left would not live to see.
      const headers = { 'Content-Type': 'text/plain' }
      try {
        const response = await ask(url, { ...requestInit, method: 'POST', keepalive: true, headers, body })
        return { ok: response.ok }
      } catch {
        // Leaving the page rejects a request that goes on all the same: a beacon would report the press twice.
        if (isLeaving()) return { ok: false }
        // A second way for what may be a browser's refusal of keepalive. Whether it arrives nobody can tell.
        try {
          beacon(url, body)
        } catch {}
        return { ok: false }
      }
    },
  }
}

/** The body as JSON, or `undefined` when it is none. Rejects when the time is up or the connection broke. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The challenge of a `challenge_required`; `undefined` for any other answer, and for a kind that is not known here. */
function challengeIn(answer: unknown): Challenge | undefined {
  const problem = Problem.safeParse(answer)
  if (!problem.success || problem.data.code !== 'challenge_required') return undefined
  const challenge = Challenge.safeParse(problem.data.challenge)
  return challenge.success ? challenge.data : undefined
}

/** Loads the arithmetic only where it is asked for. */
async function compute(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  if (challenge.kind !== 'proof') return undefined
  const { solveProof } = await import('../form/proof-of-work.ts')
  return solveProof(challenge, signal)
}

function understand(status: number, headers: Headers, body: unknown): Registered {
  if (status >= 200 && status < 300) {
    const answer = SealedAnswer.safeParse(body)
    return answer.success
      ? { kind: 'answer', answer: answer.data }
      : { kind: 'may_have_been_sent', code: 'unreadable', ...referenceIn(body) }
  }
  const problem = Problem.safeParse(body)
  if (problem.success) {
    const { code, outcome, reference, retry_after, replayed } = problem.data
    if (code === 'consent_outdated') return { kind: 'consent_outdated' }
    const certain = outcome === undefined ? isClientError(status) : outcome === 'not_sent'
    if (!certain) return { kind: 'may_have_been_sent', code, reference, ...(replayed === true && { replayed }) }
    return { kind: 'not_sent', code, reference, ...wait(retry_after ?? headers.get('Retry-After')) }
  }
  if (status === 400) {
    const errors = ValidationError.safeParse(body)
    if (errors.success && Object.values(errors.data).flat().length > 0) return { kind: 'refused', errors: errors.data }
  }
  const code = `http_${status}`
  return isClientError(status)
    ? { kind: 'not_sent', code, ...wait(headers.get('Retry-After')) }
    : { kind: 'may_have_been_sent', code }
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function referenceIn(body: unknown): { reference?: string } {
  if (typeof body !== 'object' || body === null || !('reference' in body)) return {}
  return typeof body.reference === 'string' ? { reference: body.reference } : {}
}

/** The longest wait that is shown: what asks for more is a mistake, or no use to a voter. */
const longestWait = 120

function wait(seconds: number | string | null): { retryAfterMs?: number } {
  const value = Number(seconds)
  if (seconds === null || !Number.isFinite(value) || value <= 0) return {}
  return { retryAfterMs: Math.min(value, longestWait) * 1000 }
}
