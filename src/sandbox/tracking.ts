/** `POST /v1/event/track/`: accepts the event of a pressed button (R-A90 to R-A92, B.1, B.2.10). */
import type { Context } from 'hono'
import { asUuid } from './basic-auth.ts'
import { notDictionary } from './check-registration.ts'
import type { Env, SandboxContext } from './context.ts'
import { asWritten } from './field-checks.ts'
import { JsonNumber } from './python-values.ts'
import { type Body, readBody, refuseAccept, refuseMethod } from './read-body.ts'
import { detail, json, jsonText, nonFieldErrors, serverError, serviceMessages } from './service-answers.ts'

/** The known kinds of event. The real service knows more; none of them is a button's. */
const eventTypes = ['FinishExternal']

export async function tracking(c: Context<Env>, context: SandboxContext): Promise<Response> {
  const request = c.req.raw
  const refused =
    refuseAccept(request) ?? refuseKeyHere(c.req.header('authorization')) ?? refuseMethod(request.method, 'POST')
  const body = refused ?? (await readBody(request))
  const answer = body instanceof Response ? body : await answerEvent(body, request.signal, context)
  context.received.add(answer.status === 201 ? 'events' : 'tracking_failures', {
    raw: body instanceof Response ? '' : body.raw,
    ...(!(body instanceof Response) && { event: body.plain }),
    status: answer.status,
    ...context.received.seen(request),
  })
  return answer
}

/** The service has no key here, and checks none: any Basic header is a wrong password (B.1). */
function refuseKeyHere(header: string | undefined): Response | undefined {
  return /^\s*basic\b/i.test(header ?? '') ? detail(403, 'Invalid username/password.') : undefined
}

async function answerEvent({ raw, value }: Body, signal: AbortSignal, { issued, sleep }: SandboxContext) {
  // A malformed event of a scenario: valid exactly as issued. Checked first, since it may not look like an event at all.
  if (raw !== '' && issued.hasValue(raw)) return jsonText(201, raw)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    return json(400, { [nonFieldErrors]: [notDictionary(value)] })
  }
  const event = new Map<string, unknown>(Object.entries(value))
  const [given, type] = [event.get('action'), event.get('event_type')]
  const action = typeof given === 'string' ? asUuid(given) : undefined
  const outcome = action === undefined ? undefined : issued.getOutcome(action)
  const errors = {
    ...messages('action', actionProblem(given, outcome !== undefined && outcome !== 'reject')),
    ...messages('event_type', typeProblem(type)),
  }
  if (Object.keys(errors).length > 0) return json(400, errors)
  if (outcome === 'fail') return serverError()
  if (outcome === 'delay') await sleep(3_000, signal)
  return json(201, { event_type: type, action })
}

const messages = (key: string, problem: string | undefined) => (problem === undefined ? {} : { [key]: [problem] })

function actionProblem(given: unknown, known: boolean): string | undefined {
  if (given === undefined) return serviceMessages.required
  if (given === null || given === '') return serviceMessages.null
  if (given instanceof JsonNumber) return unknownAction(given.toString())
  if (typeof given !== 'string') return `Incorrect type. Expected pk value, received ${kindOf(given)}.`
  if (asUuid(given) === undefined) return `“${given}” is not a valid UUID.`
  return known ? undefined : unknownAction(given)
}

const unknownAction = (action: string) => `Invalid pk "${action}" - object does not exist.`

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'bool'
  return Array.isArray(value) ? 'list' : 'dict'
}

function typeProblem(type: unknown): string | undefined {
  if (type === undefined) return serviceMessages.required
  if (type === null) return serviceMessages.null
  return eventTypes.includes(asWritten(type)) ? undefined : serviceMessages.notChoice(asWritten(type))
}
