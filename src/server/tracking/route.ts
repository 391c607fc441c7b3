/** `POST /choices`: a voter clicked a button; decrypts its event and hands it to the outbox. */
import { type Context, type Handler, Hono } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import { ClickReport } from '../../contract/sealed-tokens.ts'
import type { Seal } from '../crypto/provider.ts'
import { limitBody, parsedJson, readText } from '../middleware/body-limit.ts'
import type { Meter } from '../observability/meter.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'

/** Maximum size of a report, `{"click_token":"…"}`, in bytes. */
export const pressLimit = 4096

export interface TrackingDeps {
  seal: Seal
  outbox: Outbox
  meter: Meter | undefined
}

export function pressRoutes(deps: TrackingDeps): Hono<Env> {
  return new Hono<Env>().post(bffPaths.choices, limitBody({ maxSize: pressLimit, name: 'A press' }), pressRoute(deps))
}

/** Responds with 202 once the outbox has the report, never before. Accepts text/plain on purpose: a page that is being left
 *  sends it without a preflight, and only a token that we have encrypted has any effect. */
function pressRoute(deps: TrackingDeps): Handler<Env> {
  return async (c) => {
    const type = c.req.header('content-type') ?? ''
    if (!/^(text\/plain|application\/json)\s*(;|$)/i.test(type)) {
      const detail = 'Send the report as text/plain or application/json.'
      return problem(c, { status: 415, code: 'unsupported_media_type', detail })
    }
    const body = await readText(c)
    if (body.type === 'refused') return problem(c, unreadable)
    const press = ClickReport.safeParse(parsedJson(body.text))
    if (!press.success) return problem(c, unreadable)
    return acceptPress(c, press.data.click_token, deps)
  }
}

export async function acceptPress(
  c: Context<Env>,
  press: string,
  { seal, outbox, meter }: TrackingDeps,
): Promise<Response> {
  const opened = seal.open(press)
  if (opened.type !== 'ok') {
    meter?.click('invalid')
    return problem(c, opened.type === 'expired' ? expired : foreign)
  }
  const { event, pressed } = opened
  const accepted = await outbox.accept({ event, reference: c.get('requestId'), clickToken: press, click: pressed })
  meter?.click(accepted.type)
  switch (accepted.type) {
    case 'accepted':
      return c.body('', 202)
    case 'unavailable':
      return problem(c, { ...lost, retryAfter: accepted.retryAfter })
    default:
      return accepted satisfies never
  }
}

const lost: ProblemAnswer = {
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

const unreadable: ProblemAnswer = {
  status: 400,
  code: 'bad_request',
  detail: 'Send only {"click_token": "…"}, with the value of "click_token" of the button that was clicked.',
}
