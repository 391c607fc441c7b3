/** `POST /choices`: a voter clicked a button; decrypts its event and hands it to the outbox. */
import { type Context, type Handler, Hono } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import { ClickReport } from '../../contract/sealed-tokens.ts'
import type { ClickTokens } from '../crypto/provider.ts'
import { limitBody, parsedJson, readText } from '../middleware/body-limit.ts'
import type { Meter } from '../observability/meter.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'

/** Maximum size of a report, `{"click_token":"…"}`, in bytes. */
export const maxBytes = 4096

export interface TrackingDeps {
  clickTokens: ClickTokens
  outbox: Outbox
  meter: Meter | undefined
}

export function clickRoutes(deps: TrackingDeps): Hono<Env> {
  return new Hono<Env>().post(bffPaths.choices, limitBody({ maxSize: maxBytes, name: 'A report' }), clickRoute(deps))
}

/** Responds with 202 once the outbox has the report, never before. Accepts text/plain on purpose: a page that is being left
 *  sends it without a preflight, and only a token that we have encrypted has any effect. */
function clickRoute(deps: TrackingDeps): Handler<Env> {
  return async (c) => {
    const type = c.req.header('content-type') ?? ''
    if (!/^(text\/plain|application\/json)\s*(;|$)/i.test(type)) {
      const detail = 'Send the report as text/plain or application/json.'
      return problem(c, { status: 415, code: 'unsupported_media_type', detail })
    }
    const body = await readText(c)
    if (body.type === 'rejected') return problem(c, malformedReport)
    const report = ClickReport.safeParse(parsedJson(body.text))
    if (!report.success) return problem(c, malformedReport)
    return acceptClick(c, report.data.click_token, deps)
  }
}

export async function acceptClick(
  c: Context<Env>,
  token: string,
  { clickTokens, outbox, meter }: TrackingDeps,
): Promise<Response> {
  const content = clickTokens.decrypt(token)
  if (content.type !== 'ok') {
    meter?.click('invalid')
    return problem(c, content.type === 'expired' ? expired : foreign)
  }
  const { event, click: receiptClick } = content
  const accepted = await outbox.accept({ event, reference: c.get('requestId'), clickToken: token, click: receiptClick })
  meter?.click(accepted.type)
  switch (accepted.type) {
    case 'accepted':
      return c.body('', 202)
    case 'unavailable':
      return problem(c, { ...reportLost, retryAfter: accepted.retryAfter })
    default:
      return accepted satisfies never
  }
}

const reportLost: ProblemAnswer = {
  status: 503,
  code: 'storage_unavailable',
  detail: 'The report could be neither stored nor delivered. Open the link for the voter anyway (R-A93).',
}

const expired: ProblemAnswer = { status: 400, code: 'click_token_invalid', detail: 'This token is older than a day.' }

const foreign: ProblemAnswer = {
  status: 400,
  code: 'click_token_invalid',
  detail:
    'This token was not encrypted with the current keys. Tokens of answers from before a change of ENCRYPTION_KEY or API_KEY_SECRET are invalid.',
}

const malformedReport: ProblemAnswer = {
  status: 400,
  code: 'bad_request',
  detail: 'Send only {"click_token": "…"}, with the value of "click_token" of the button that was clicked.',
}
