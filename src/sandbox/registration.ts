/** `POST /v1/registration/external/request/`: accepts a registration and returns the next steps (R-A03, R-A80, B.2.1). */
import type { Context } from 'hono'
import { answerFor, linkLifetime, mailButton, messageFor, onlineButton, writeAnswer } from './answer.ts'
import { refuseKey } from './basic-auth.ts'
import { checkRegistration, type Registration } from './check-registration.ts'
import { type Env, type SandboxContext, stageOf } from './context.ts'
import { readBody, refuseAccept, refuseMethod } from './read-body.ts'
import type { Scenario } from './scenario.ts'
import { scenarioIn } from './scenarios.ts'
import { json, jsonText, serverError } from './service-answers.ts'

/** Handles one call, in the service's order: Accept, key, method, body, fields, the whole; then the answer. */
export async function registration(c: Context<Env>, context: SandboxContext): Promise<Response> {
  const request = c.req.raw
  const refused =
    refuseAccept(request) ?? refuseKey(c.req.header('authorization')) ?? refuseMethod(request.method, 'POST')
  if (refused !== undefined) return refused
  const body = await readBody(request)
  if (body instanceof Response) return body

  const scenario = scenarioIn(body.value) ?? context.everyone.scenario
  if (scenario !== undefined) c.set('scenario', scenario.name)
  const stage = stageOf(c, context)
  if (scenario?.behavior.type === 'early-response') return scenario.behavior.answer(stage)
  const checked = checkRegistration(body, context.mode, context.phoneMetadata)
  if (checked.type === 'crash') return serverError()
  if (checked.type === 'refused') return json(400, checked.errors)
  if (scenario?.behavior.type === 'rejection') return json(400, scenario.behavior.errors)

  const action = context.uuid()
  context.received.add('registrations', {
    body: body.plain,
    action,
    ...(scenario !== undefined && { scenario: scenario.name }),
    ...context.received.seen(request),
  })
  const text = writeAnswer(accept(checked.registration.state, { ...context, action, scenario }))
  return scenario?.behavior.type === 'broken-response' ? scenario.behavior.answer(text, stage) : jsonText(200, text)
}

function accept(
  state: Registration['state'],
  context: SandboxContext & { action: string; scenario: Scenario | undefined },
) {
  const { action, publicUrl, uuid, clock, tokens, issued } = context
  const behavior = context.scenario?.behavior
  const expires =
    clock.now() + (behavior?.type === 'altered-answer' ? (behavior.expiresIn ?? linkLifetime) : linkLifetime)
  const about = { state, action, publicUrl, uuid, expires, token: tokens.make(action, expires) }
  issued.addAction(action, behavior?.type === 'tracking' ? behavior.outcome : 'accept')
  if (behavior?.type !== 'altered-answer') return answerFor(about)
  const online = onlineButton(about)
  const answer = behavior.answer({
    message_markdown: (behavior.message ?? messageFor)(state, publicUrl),
    buttons: [online, mailButton(about, false)],
  })
  for (const { event } of answer.buttons) if (event !== undefined && event !== online.event) issued.addValue(event)
  return answer
}
