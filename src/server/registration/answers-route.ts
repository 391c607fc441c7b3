/** `POST /answers`: the stored answer of a sent form, for a voter who comes back to it. Nothing is sent to the service. */
import { type Handler, Hono } from 'hono'
import type { SavedAnswer } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { AnswerRequest } from '../../contract/sealed-tokens.ts'
import type { createAnswerTokens } from '../crypto/provider.ts'
import { limitBody, parsedJson, readText } from '../middleware/body-limit.ts'
import type { Log } from '../observability/log.ts'
import { getPartnerSelection, requirePartner } from '../partners/partners.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Idempotency } from './idempotency.ts'
import { type Outcome, type RespondDeps, respondAnswer } from './outcome.ts'

/** Maximum size of `{"answer_token":"…"}`, in bytes. */
const maxBodyBytes = 2048

interface AnswersDeps extends RespondDeps {
  readAnswerToken: ReturnType<typeof createAnswerTokens>['read']
  idempotency: Pick<Idempotency, 'findOutcome'>
  log: Log
}

export function answerRoutes(deps: AnswersDeps): Hono<Env> {
  const body = limitBody({ maxSize: maxBodyBytes, name: 'An answer’s token' })
  return new Hono<Env>().post(bffPaths.answers, requirePartner, body, answersRoute(deps))
}

/** Accepts text/plain, which needs no preflight: only the token opens an answer, and only pages on the allowlist can read it. */
function answersRoute(deps: AnswersDeps): Handler<Env> {
  return async (c) => {
    const body = await readText(c)
    const token =
      body.type === 'rejected' ? undefined : AnswerRequest.safeParse(parsedJson(body.text)).data?.answer_token
    if (token === undefined) return problem(c, malformedRequest)
    const name = deps.readAnswerToken(token)
    if (name === undefined) return problem(c, answerGone)
    // A token is valid only for the partner whose form received it.
    if (name.partner !== getPartnerSelection(c).partner.id) return problem(c, answerGone)
    let outcome: Outcome | undefined
    try {
      outcome = await deps.idempotency.findOutcome(name.key)
    } catch (error) {
      deps.log({ ...createStorageLogLine(errorCode(error)), reference: c.get('requestId') })
      return problem(c, storageUnavailable)
    }
    if (outcome?.type !== 'answered' || outcome.submission === undefined) return problem(c, answerGone)
    const { request, consentVersion, reference } = outcome.submission
    const submittedRequest: SavedAnswer['request'] = JSON.parse(request)
    c.get('addLogFields')({ replayed: true })
    c.set('state', submittedRequest.state)
    const changes = { request: submittedRequest, consent_version: consentVersion, reference, answer_token: token }
    return respondAnswer(c, { ...outcome, changes }, deps)
  }
}

const malformedRequest: ProblemAnswer = {
  status: 400,
  code: 'bad_request',
  detail: 'Send only {"answer_token": "…"}, with the value of "answer_token" from a response of POST /registrations.',
}

const answerGone: ProblemAnswer = {
  status: 404,
  code: 'answer_gone',
  detail:
    'The result is not stored here: it is older than 15 minutes, is in the memory of another process, or ENCRYPTION_KEY has changed.',
}

const storageUnavailable: ProblemAnswer = {
  status: 503,
  code: 'storage_unavailable',
  detail: 'The stored results are temporarily unavailable. Try again.',
  retryAfter: 5,
}
