/** The document in `/openapi.json` matches the BFF's responses. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { civicServicePaths } from '../../contract/routes.ts'
import { aRequest } from '../../contract/testing/samples.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { createBff } from '../create-bff.ts'
import { partnerOrigin, register, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

/** What the test reads of the document. */
interface Described {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: unknown }> }> }>
  >
}

const service = await sharedFakeService()
const uptime = await sharedFakeService()
const civic = await sharedFakeService()

it('every operation of the OpenAPI document answers in the documented shapes', async () => {
  const down = { uuid: '1', site: aSite().uuid, down_check: aCheck({ error: 'timeout' }), up_check: null }
  uptime.answerWith(uptimeAnswers({ sites: [aSite({ state_up: false })], checks: [aCheck()], downtime: [down] }))
  const sandbox = createSandbox()
  civic.answerWith((response, heard) => {
    const headers =
      heard.path.includes('/data/') || heard.path.includes(civicServicePaths[2].overrides)
        ? { authorization: String(heard.headers.authorization) }
        : undefined
    void sandbox
      .fetch(new Request(`http://127.0.0.1:8788${heard.path}`, { ...(headers && { headers }) }))
      .then(async (answer) => respond(answer.status, await answer.text())(response, heard))
  })
  const bff = createBff(
    {
      ...theOptions(service.url),
      uptimeUrl: uptime.url,
      civicUrl: civic.url,
      civicKeyId: '00000000-0000-4000-8000-000000000001',
      civicKeySecret: 'sandbox-secret',
    },
    { log: () => undefined, uptimeDeadline: 30_000 },
  )
  const get = (path: string) => bff.fetch(new Request(`http://bff.test${path}`, { headers: { Origin: partnerOrigin } }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator checks it.
  const document = (await (await get('/openapi.json')).json()) as Described
  const { errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors ?? []).toEqual([])

  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const departures: string[] = []
  const seen = new Set<string>()
  const see = async (method: string, address: string, response: Response) => {
    const { pathname } = new URL(address, 'http://bff.test')
    const path = Object.keys(document.paths).find((each) =>
      new RegExp(`^${each.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    )
    const name = `${method} ${path} ${response.status}`
    seen.add(name)
    const described = document.paths[path ?? '']?.[method.toLowerCase()]?.responses[response.status]
    if (described === undefined) departures.push(name)
    if (described?.content === undefined) return
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
    const { schema } = described.content[mediaType] ?? { schema: false }
    const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
    if (!isValid(await response.json())) departures.push(`${name}: ${ajv.errorsText(isValid.errors)}`)
  }
  for (const path of [
    '/settings',
    '/messages/es',
    '/messages/xx',
    '/states/TN',
    '/states/XX',
    '/sites',
    '/sites?state=XX',
    '/sites?state=MA',
    '/openapi.json',
    '/healthz',
    '/readyz',
  ]) {
    await see('GET', path, await get(path))
  }
  const answer = await register(bff)
  const { buttons, answer_token } = await answer.clone().json()
  await see('POST', '/registrations', answer)
  await see('POST', '/registrations', await register(bff, { body: { ...aRequest(), zipcode: '1' } }))
  const click_token = buttons.find((button: { click_token?: string }) => button.click_token !== undefined)?.click_token
  const headers = { Origin: partnerOrigin, 'Content-Type': 'application/json' }
  for (const body of [{ click_token }, { click_token: 'invented' }]) {
    const request = new Request('http://bff.test/choices', { method: 'POST', headers, body: JSON.stringify(body) })
    await see('POST', '/choices', await bff.fetch(request))
  }
  for (const body of [{ answer_token }, { answer_token: 'invented' }, {}]) {
    const request = new Request('http://bff.test/answers', { method: 'POST', headers, body: JSON.stringify(body) })
    await see('POST', '/answers', await bff.fetch(request))
  }
  expect(departures).toEqual([])
  const promised = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses).flatMap((status) => (status < '300' ? `${method.toUpperCase()} ${path} ${status}` : [])),
    ),
  )
  expect(promised.filter((name) => !seen.has(name))).toEqual([])
})
