/** The sandbox's documents match its responses: every operation, in every state, is validated. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../contract/openapi/documents.ts'
import { stateCodes } from '../../contract/states.ts'
import { openApiCheck } from '../../contract/testing/openapi-check.ts'
import { aRequest, aWholeRequest } from '../../contract/testing/samples.ts'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { sandboxKeyId, sandboxKeySecret } from '../../sandbox/sandbox-key.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
})
afterAll(() => sandbox.close())

const authorization = `Basic ${btoa(`${sandboxKeyId}:${sandboxKeySecret}`)}`
const names = ['action', 'civic-v2', 'civic-v1', 'uptime'] as const

async function documentOf(name: string): Promise<OpenApiDocument> {
  const response = await fetch(`${sandbox.url}/_sandbox/openapi/${name}.json`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator checks it.
  return (await response.json()) as OpenApiDocument
}

async function checked(name: string) {
  const check = openApiCheck(await documentOf(name))
  const departures: string[] = []
  const ask = async (path: string, { body, key = true }: { body?: unknown; key?: boolean } = {}) => {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { ...(key && { authorization }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const copy = response.clone()
    departures.push(...(await check.departures(method, sandbox.url + path, response)))
    return copy
  }
  return { check, departures, ask }
}

describe('the documents of the sandbox', () => {
  it.each(names)('%s is a valid OpenAPI 3.1 document, and names this sandbox', async (name) => {
    const document = await documentOf(name)
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(document.servers).toEqual([{ url: sandbox.url }])
    expect(Object.keys(await (await fetch(`${sandbox.url}/_sandbox/openapi`)).json())).toContain(name)
  })

  it('action: every answer of every state, and every refusal', async () => {
    const { check, departures, ask } = await checked('action')
    const register = '/v1/registration/external/request/'
    for (const state of stateCodes) {
      const request = { ...aRequest(), state, ...(state === 'TN' && { title: 'Ms' as const }) }
      expect(check.bodyDepartures('RegistrationRequest', request)).toEqual([])
      const answer = await (await ask(register, { body: request })).json()
      const event = answer.buttons.find((button: object) => 'event_tracking' in button)?.event_tracking
      if (event !== undefined) expect((await ask('/v1/event/track/', { body: event, key: false })).status).toBe(201)
    }
    expect(check.bodyDepartures('RegistrationRequest', aWholeRequest())).toEqual([])
    expect(check.bodyDepartures('RegistrationRequest', { ...aRequest(), zipcode: '0210', more: 1 })).toHaveLength(2)
    expect((await ask(register, { body: {} })).status).toBe(400)
    expect((await ask(register, { body: [] })).status).toBe(400)
    expect((await ask(register, { body: aRequest(), key: false })).status).toBe(401)
    expect((await ask('/v1/event/track/', { body: [], key: false })).status).toBe(400)
    // The tracking call has no key, and refuses one.
    expect((await ask('/v1/event/track/', { body: [] })).status).toBe(403)
    expect(departures).toEqual([])
    expect(check.unseen()).toEqual([])
  })

  it.each([
    ['civic-v2', '/v2/election', ['/override/']],
    ['civic-v1', '/v1/election', []],
  ])('%s: the catalogue and all states', async (name, base, more) => {
    const { check, departures, ask } = await checked(name)
    for (const path of ['/field/', ...more, ...stateCodes.map((code) => `/data/state/${code}/`)]) {
      expect((await ask(base + path)).status).toBe(200)
    }
    expect((await ask(`${base}/data/state/TN/`, { key: false })).status).toBe(401)
    expect((await ask(`${base}/data/state/XX/`)).status).toBe(404)
    expect(departures).toEqual([])
    expect(check.unseen()).toEqual([])
  })

  it('uptime: sites, checks and an outage from its beginning to its end', async () => {
    const { check, departures, ask } = await checked('uptime')
    const list = async (path: string) => (await (await ask(path, { key: false })).json()).results
    await expect
      .poll(async () =>
        (await list('/v1/leouptime/sites/')).some(({ state_up }: { state_up: unknown }) => state_up === true),
      )
      .toBe(true)
    await fetch(`${sandbox.url}/_sandbox/sites/TN`, { method: 'PUT' })
    await expect.poll(async () => (await list('/v1/leouptime/sites-down/')).length).toBeGreaterThan(0)
    const [site] = await list('/v1/leouptime/sites-down/?limit=1')
    for (const path of ['', 'checks/', 'downtime/'])
      await ask(`/v1/leouptime/sites/${site.uuid}/${path}`, { key: false })
    await fetch(`${sandbox.url}/_sandbox/sites/TN`, { method: 'DELETE' })
    await expect.poll(async () => (await list('/v1/leouptime/downtime/'))[0]?.up_check ?? null).not.toBeNull()
    await ask('/v1/leouptime/sites/00000000-0000-4000-8000-000000000000/', { key: false })
    expect(departures).toEqual([])
    expect(check.unseen()).toEqual([])
  })
})
