/** Client of the backend-for-frontend (BFF). See `contract/outcome-table.ts` for the outcomes. */
import * as z from 'zod/mini'
import {
  bffHeaders,
  Challenge,
  EncryptedAnswer,
  longestShownWait,
  Problem,
  SavedAnswer,
} from '../../../contract/bff-api.ts'
import { type Certainty, findOutcome } from '../../../contract/outcome-table.ts'
import type { RegistrationRequest } from '../../../contract/registration.ts'
import { bffPaths, joinUrl, partnerPath } from '../../../contract/routes.ts'
import { ValidationError } from '../../../contract/service-messages.ts'
import { solveProof } from '../form/proof-of-work.ts'
import { serialize } from '../form/to-request.ts'
import { version } from '../version.ts'
import type { FormErrorCode } from './flow-reducer.ts'
import {
  createReadingClient,
  parseJson,
  type ReadingClient,
  type ReadingClientDeps,
  requestInit,
} from './reading-client.ts'

export type SubmitResult =
  | { type: 'answer'; answer: EncryptedAnswer }
  | { type: 'invalid'; errors: ValidationError }
  /** The wording on the screen is outdated: nothing was sent. */
  | { type: 'consent-outdated' }
  /** `limitedHours`: hours until the voter's phone number or e-mail address may be used again. */
  | ({ type: 'not-sent'; retryAfterMs?: number; limitedHours?: number } & SubmitError)
  /** `replayed`: the outcome of an earlier request with the same key; nothing was sent. */
  | ({ type: 'outcome-unknown'; replayed?: true } & SubmitError)

interface SubmitError {
  code: FormErrorCode
  /** What the BFF says about it, for developers. */
  detail?: string
  reference?: string
}

export interface RegisterOptions {
  /** A UUID. The same key never registers twice. */
  idempotencyKey: string
  /** The `version` of the shown wording. */
  consentVersion: string
  /** The value of the `Consent-Shown` header, for a BFF that accepts it. */
  consentShown?: string | undefined
}

export interface BffClient extends ReadingClient {
  /** Sends a registration. Never rejects. */
  register: (request: RegistrationRequest, options: RegisterOptions) => Promise<SubmitResult>
  /** Returns the answer that is stored under this name; rejects as `settings` does when it is unavailable. */
  fetchSavedAnswer: (answerToken: string) => Promise<SavedAnswer>
  /** Reports a click. `ok` if the BFF has confirmed it. Never rejects, and outlives the page. */
  report: (press: string) => Promise<{ ok: boolean }>
}

export interface BffClientDeps extends ReadingClientDeps {
  tracking?: () => Record<string, string> | undefined
  sendBeacon?: ((url: string, body: string) => boolean) | undefined
  isOffline?: () => boolean
  isLeaving?: () => boolean
  registerTimeoutMs?: number
  /** Solves a challenge within 15 s, or returns `undefined`. By default solves only `proof`. */
  solve?: (challenge: Challenge, signal: AbortSignal) => Promise<string | undefined>
}

/** Plain text needs no preflight, which would be too late when the voter leaves the page. */
const textHeaders = { 'Content-Type': 'text/plain' }

export function createBffClient(deps: BffClientDeps): BffClient {
  const reading = createReadingClient(deps)
  const { apiBase, fetch: fetchFn, isOffline = () => !navigator.onLine, registerTimeoutMs = 20_000 } = deps
  const { isLeaving = () => document.visibilityState === 'hidden', solve = solveChallenge } = deps
  const beacon = deps.sendBeacon ?? ((url: string, body: string) => navigator.sendBeacon(url, body))

  const post = async (headers: Record<string, string>, body: string): Promise<PostResult> => {
    const signal = AbortSignal.timeout(registerTimeoutMs)
    try {
      const url = joinUrl(apiBase, partnerPath(bffPaths.registrations, deps.partner))
      const response = await fetchFn(url, { ...requestInit, method: 'POST', headers, body, signal })
      return await parseSubmitResult(response)
    } catch {
      return { outcome: toResult(signal.aborted ? 'timeout' : 'network') }
    }
  }

  return {
    ...reading,

    async register(request, { idempotencyKey, consentVersion, consentShown }) {
      if (isOffline()) return toResult('offline')
      const campaign = `${new URLSearchParams(deps.tracking?.())}`
      const headers = {
        'Content-Type': 'application/json',
        [bffHeaders.idempotencyKey]: idempotencyKey,
        [bffHeaders.consentVersion]: consentVersion,
        [bffHeaders.formVersion]: version,
        ...(consentShown && { [bffHeaders.consentShown]: consentShown }),
        ...(campaign !== '' && { [bffHeaders.campaign]: campaign }),
      }
      const body = serialize(request)
      const { outcome, challenge } = await post(headers, body)
      if (challenge === undefined) return outcome
      const solution = await solve(challenge, AbortSignal.timeout(15_000)).catch(() => undefined)
      if (solution === undefined) return outcome
      return (await post({ ...headers, [bffHeaders.challengeSolution]: solution }, body)).outcome
    },

    async fetchSavedAnswer(answerToken) {
      const init = { method: 'POST', headers: textHeaders, body: JSON.stringify({ answer_token: answerToken }) }
      return SavedAnswer.parse(await reading.get(partnerPath(bffPaths.answers, deps.partner), init))
    },

    async report(press) {
      const url = joinUrl(apiBase, bffPaths.choices)
      const body = JSON.stringify({ click_token: press })
      try {
        const response = await fetchFn(url, {
          ...requestInit,
          method: 'POST',
          keepalive: true,
          headers: textHeaders,
          body,
        })
        return { ok: response.ok }
      } catch {
        // Leaving the page rejects the request, but it still arrives: a beacon would report the click twice.
        if (isLeaving()) return { ok: false }
        // A fallback for browsers that reject `keepalive`. Its arrival is unknown.
        try {
          beacon(url, body)
        } catch {}
        return { ok: false }
      }
    },
  }
}

interface PostResult {
  outcome: SubmitResult
  challenge?: Challenge | undefined
}

/** Other kinds of challenges need a third-party widget. */
async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  return challenge.kind === 'proof' ? solveProof(challenge, signal) : undefined
}

export async function parseSubmitResult(response: Response): Promise<PostResult> {
  const { status, headers } = response
  const body: unknown = await parseJson(response)
  if (status >= 200 && status < 300) {
    const { success, data: answer } = EncryptedAnswer.safeParse(body)
    if (success) return { outcome: { type: 'answer', answer } }
    return { outcome: toResult('unreadable', z.object({ reference: z.string() }).safeParse(body).data) }
  }
  const { certainty } = findOutcome('', status)
  const problem = Problem.safeParse(body).data
  if (problem === undefined) {
    const errors = status === 400 ? ValidationError.safeParse(body).data : undefined
    if (errors !== undefined && Object.values(errors).flat().length > 0) return { outcome: { type: 'invalid', errors } }
    return { outcome: toResult(`http_${status}`, { certainty, ...getRetryDelay(headers.get('Retry-After')) }) }
  }
  const { outcome = certainty, reference, detail, retry_after, limit, replayed } = problem
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a newer BFF's code is passed on: pages must handle unknown codes.
  const code = problem.code as FormErrorCode
  if (code === 'consent_outdated') return { outcome: { type: 'consent-outdated' } }
  const retryDelay =
    limit === 'phone_or_email'
      ? { limitedHours: Math.ceil((retry_after ?? 1) / 3600) }
      : getRetryDelay(retry_after ?? headers.get('Retry-After'))
  return {
    outcome: toResult(code, {
      certainty: outcome,
      reference,
      detail,
      replayed,
      ...retryDelay,
    }),
    // A challenge of an unknown kind cannot be solved.
    challenge: code === 'challenge_required' ? Challenge.safeParse(problem.challenge).data : undefined,
  }
}

interface ResultDetails {
  certainty?: Certainty
  reference?: string
  detail?: string | undefined
  replayed?: boolean | undefined
  retryAfterMs?: number
  limitedHours?: number
}

function toResult(code: FormErrorCode, { certainty, replayed, ...details }: ResultDetails = {}): SubmitResult {
  const { reference, detail, ...retry } = details
  const common = { code, ...(reference !== undefined && { reference }), ...(detail !== undefined && { detail }) }
  return (certainty ?? findOutcome(code).certainty) === 'not_sent'
    ? { type: 'not-sent', ...common, ...retry }
    : { type: 'outcome-unknown', ...common, ...(replayed === true && { replayed }) }
}

function getRetryDelay(seconds: number | string | null): { retryAfterMs?: number } {
  const value = Number(seconds)
  if (seconds === null || !Number.isFinite(value) || value <= 0) return {}
  return { retryAfterMs: Math.min(value, longestShownWait) * 1000 }
}
