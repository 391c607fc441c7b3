/** `POST /answers`: the stored answer of a sent form, for a voter who comes back to it. Nothing is sent to the service. */
import { type Handler, Hono } from 'hono'
import type { SavedAnswer } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { AnswerRequest } from '../../contract/sealed-tokens.ts'
import type { answerTokens } from '../crypto/provider.ts'
import { limitBody, parsedJson, readText } from '../middleware/body-limit.ts'
import type { Log } from '../observability/log.ts'
import { getPartnerSelection, requirePartner } from '../partners/partners.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Idempotency } from './idempotency.ts'
import { answer, type Outcome, type RespondDeps } from './outcome.ts'

/** Maximum size of `{"answer_token":"…"}`, in bytes. */
const againLimit = 2048

interface AnswersDeps extends RespondDeps {
  readAnswerToken: ReturnType<typeof answerTokens>['read']
  idempotency: Pick<Idempotency, 'look'>
  log: Log
}

export function answerRoutes(deps: AnswersDeps): Hono<Env> {
  const body = limitBody({ maxSize: againLimit, name: 'An answer’s token' })
  return new Hono<Env>().post(bffPaths.answers, requirePartner, body, answersRoute(deps))
}

/** Accepts text/plain, which needs no preflight: only the token opens an answer, and only pages on the allowlist can read it. */
function answersRoute(deps: AnswersDeps): Handler<Env> {
  return async (c) => {
    const body = await readText(c)
    const again =
      body.type === 'refused' ? undefined : AnswerRequest.safeParse(parsedJson(body.text)).data?.answer_token
    if (again === undefined) return problem(c, unreadable)
    const name = deps.readAnswerToken(again)
    if (name === undefined) return problem(c, gone)
    // A token is valid only for the partner whose form received it.
    if (name.partner !== getPartnerSelection(c).partner.id) return problem(c, gone)
    let outcome: Outcome | undefined
    try {
      outcome = await deps.idempotency.look(name.key)
    } catch (error) {
      deps.log({ ...createStorageLogLine(errorCode(error)), reference: c.get('requestId') })
      return problem(c, away)
    }
    if (outcome?.type !== 'answered' || outcome.sent === undefined) return problem(c, gone)
    const { request, consentVersion, reference } = outcome.sent
    const sent: SavedAnswer['request'] = JSON.parse(request)
    c.get('note')({ replayed: true })
    c.set('state', sent.state)
    const changes = { request: sent, consent_version: consentVersion, reference, answer_token: again }
    return answer(c, { ...outcome, changes }, deps)
  }
}

const unreadable: ProblemAnswer = {
  status: 400,
  code: 'bad_request',
  detail: 'Send only {"answer_token": "…"}, with the value of "answer_token" from a response of POST /registrations.',
}

const gone: ProblemAnswer = {
  status: 404,
  code: 'answer_gone',
  detail:
    'The result is not stored here: it is older than 15 minutes, is in the memory of another process, or ENCRYPTION_KEY has changed.',
}

const away: ProblemAnswer = {
  status: 503,
  code: 'storage_unavailable',
  detail: 'The stored results are temporarily unavailable. Try again.',
  retryAfter: 5,
}
