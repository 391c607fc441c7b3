/** `POST /v1/registration/external/request/`: accepts a registration and returns the next steps (R-A03, R-A80, B.2.1). */
import type { Context } from 'hono'
import {
  createAnswer,
  createMailButton,
  createMessage,
  createOnlineButton,
  formatAnswer,
  linkLifetime,
} from './answer.ts'
import { rejectKey } from './basic-auth.ts'
import { checkRegistration, type Registration } from './check-registration.ts'
import { createScenarioContext, type SandboxContext, type SandboxEnv } from './context.ts'
import { parseBody, rejectAccept, rejectMethod } from './read-body.ts'
import type { Scenario } from './scenario.ts'
import { findScenario } from './scenarios.ts'
import { json, jsonText, serverError } from './service-answers.ts'

/** Handles one call, in the service's order: Accept, key, method, body, fields, the whole; then the answer. */
export async function handleRegistration(c: Context<SandboxEnv>, context: SandboxContext): Promise<Response> {
  const request = c.req.raw
  const rejection =
    rejectAccept(request) ?? rejectKey(c.req.header('authorization')) ?? rejectMethod(request.method, 'POST')
  if (rejection !== undefined) return rejection
  const body = await parseBody(request)
  if (body instanceof Response) return body

  const scenario = findScenario(body.value) ?? context.everyone.scenario
  if (scenario !== undefined) c.set('scenario', scenario.name)
  const scenarioContext = createScenarioContext(c, context)
  if (scenario?.behavior.type === 'early-response') return scenario.behavior.answer(scenarioContext)
  const result = checkRegistration(body, context.mode, context.phoneMetadata)
  if (result.type === 'crash') return serverError()
  if (result.type === 'refused') return json(400, result.errors)
  if (scenario?.behavior.type === 'rejection') return json(400, scenario.behavior.errors)

  const action = context.uuid()
  context.received.add('registrations', {
    body: body.plain,
    action,
    ...(scenario !== undefined && { scenario: scenario.name }),
    ...context.received.describeRequest(request),
  })
  const text = formatAnswer(acceptRegistration(result.registration.state, { ...context, action, scenario }))
  return scenario?.behavior.type === 'broken-response'
    ? scenario.behavior.answer(text, scenarioContext)
    : jsonText(200, text)
}

function acceptRegistration(
  state: Registration['state'],
  context: SandboxContext & { action: string; scenario: Scenario | undefined },
) {
  const { action, publicUrl, uuid, clock, tokens, issued } = context
  const behavior = context.scenario?.behavior
  const expires =
    clock.now() + (behavior?.type === 'altered-answer' ? (behavior.expiresIn ?? linkLifetime) : linkLifetime)
  const input = { state, action, publicUrl, uuid, expires, token: tokens.make(action, expires) }
  issued.addAction(action, behavior?.type === 'tracking' ? behavior.outcome : 'accept')
  if (behavior?.type !== 'altered-answer') return createAnswer(input)
  const online = createOnlineButton(input)
  const answer = behavior.answer({
    message_markdown: (behavior.message ?? createMessage)(state, publicUrl),
    buttons: [online, createMailButton(input, false)],
  })
  for (const { event } of answer.buttons) if (event !== undefined && event !== online.event) issued.addValue(event)
  return answer
}
