/** `POST /v1/event/track/`: accepts the event of a pressed button (R-A90 to R-A92, B.1, B.2.10). */
import type { Context } from 'hono'
import { parseUuid } from './basic-auth.ts'
import { notDictionary } from './check-registration.ts'
import type { SandboxContext, SandboxEnv } from './context.ts'
import { toPythonText } from './field-checks.ts'
import { JsonNumber } from './python-values.ts'
import { type Body, parseBody, rejectAccept, rejectMethod } from './read-body.ts'
import { detail, json, jsonText, nonFieldErrors, serverError, serviceMessages } from './service-answers.ts'

/** The known kinds of event. The real service knows more; none of them is a button's. */
const eventTypes = ['FinishExternal']

export async function handleTracking(c: Context<SandboxEnv>, context: SandboxContext): Promise<Response> {
  const request = c.req.raw
  const rejection =
    rejectAccept(request) ?? rejectBasicAuth(c.req.header('authorization')) ?? rejectMethod(request.method, 'POST')
  const body = rejection ?? (await parseBody(request))
  const answer = body instanceof Response ? body : await answerEvent(body, request.signal, context)
  context.received.add(answer.status === 201 ? 'events' : 'tracking_failures', {
    raw: body instanceof Response ? '' : body.raw,
    ...(!(body instanceof Response) && { event: body.plain }),
    status: answer.status,
    ...context.received.describeRequest(request),
  })
  return answer
}

/** The service has no key here, and checks none: any Basic header is a wrong password (B.1). */
function rejectBasicAuth(header: string | undefined): Response | undefined {
  return /^\s*basic\b/i.test(header ?? '') ? detail(403, 'Invalid username/password.') : undefined
}

async function answerEvent({ raw, value }: Body, signal: AbortSignal, { issued, sleep }: SandboxContext) {
  // A malformed event of a scenario: valid exactly as issued. Checked first, since it may not look like an event at all.
  if (raw !== '' && issued.hasValue(raw)) return jsonText(201, raw)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    return json(400, { [nonFieldErrors]: [notDictionary(value)] })
  }
  const event = new Map<string, unknown>(Object.entries(value))
  const [actionValue, type] = [event.get('action'), event.get('event_type')]
  const action = typeof actionValue === 'string' ? parseUuid(actionValue) : undefined
  const outcome = action === undefined ? undefined : issued.getOutcome(action)
  const errors = {
    ...toErrors('action', actionProblem(actionValue, outcome !== undefined && outcome !== 'reject')),
    ...toErrors('event_type', typeProblem(type)),
  }
  if (Object.keys(errors).length > 0) return json(400, errors)
  if (outcome === 'fail') return serverError()
  if (outcome === 'delay') await sleep(3_000, signal)
  return json(201, { event_type: type, action })
}

const toErrors = (key: string, problem: string | undefined) => (problem === undefined ? {} : { [key]: [problem] })

function actionProblem(value: unknown, isKnown: boolean): string | undefined {
  if (value === undefined) return serviceMessages.required
  if (value === null || value === '') return serviceMessages.null
  if (value instanceof JsonNumber) return unknownAction(value.toString())
  if (typeof value !== 'string') return `Incorrect type. Expected pk value, received ${getPythonType(value)}.`
  if (parseUuid(value) === undefined) return `“${value}” is not a valid UUID.`
  return isKnown ? undefined : unknownAction(value)
}

const unknownAction = (action: string) => `Invalid pk "${action}" - object does not exist.`

function getPythonType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool'
  return Array.isArray(value) ? 'list' : 'dict'
}

function typeProblem(type: unknown): string | undefined {
  if (type === undefined) return serviceMessages.required
  if (type === null) return serviceMessages.null
  return eventTypes.includes(toPythonText(type)) ? undefined : serviceMessages.notChoice(toPythonText(type))
}
