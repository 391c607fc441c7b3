import { describe, expect, it } from 'vitest'
import { checkOverrides } from '../contract/civic-data/check-civic.ts'
import { parseFields } from '../contract/civic-data/field.ts'
import { parseOverrides } from '../contract/civic-data/override.ts'
import { parseStateData } from '../contract/civic-data/state-data.ts'
import { parseV1Fields } from '../contract/civic-data/v1.ts'
import { civicServicePaths, statePath } from '../contract/routes.ts'
import { civicScenarios } from './civic-scenarios.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'
import { aCivicCall } from './testing/service-call.ts'

const base = 'http://127.0.0.1:8788'
const v1 = civicServicePaths[1]
const v2 = civicServicePaths[2]
const ask = (path: string, options: SandboxOptions = {}) => createSandbox(options).fetch(aCivicCall(path))
const withoutKey = { headers: { Authorization: undefined } }
const control = (sandbox: Sandbox, method: string, wish?: unknown) =>
  sandbox.fetch(
    new Request(`${base}/_sandbox/civic`, { method, ...(wish !== undefined && { body: JSON.stringify(wish) }) }),
  )

describe('the Civic API of the sandbox', () => {
  it('returns fields without a key, as a bare list, in both versions (R-C05, R-C34)', async () => {
    for (const path of [v1.fields, v2.fields]) {
      const response = await createSandbox().fetch(aCivicCall(path, withoutKey))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      const value: unknown = await response.json()
      const { fields, violations: departures } = path === v1.fields ? parseV1Fields(value) : parseFields(value)
      expect(departures).toEqual([])
      expect(fields.length).toBeGreaterThan(80)
    }
  })

  it('returns all overrides as a bare list (R-C23, R-C24)', async () => {
    const { overrides, violations: departures } = parseOverrides(await (await ask(v2.overrides)).json())
    expect(departures).toEqual([])
    expect(checkOverrides(overrides, parseFields(await (await ask(v2.fields)).json()).fields)).toEqual([])
    expect(new Set(overrides.map(({ state }) => state))).toEqual(new Set(['Florida', 'Illinois']))
  })

  it.each([statePath(2, 'TN'), v2.overrides, statePath(1, 'TN')])(
    'needs the key for %s (R-C14, R-C29)',
    async (path) => {
      const response = await createSandbox().fetch(aCivicCall(path, withoutKey))
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      const wrong = `Basic ${btoa('00000000-0000-4000-8000-000000000001:wrong')}`
      const rejected = await createSandbox().fetch(aCivicCall(path, { headers: { Authorization: wrong } }))
      expect([rejected.status, await rejected.json()]).toEqual([401, { detail: 'Incorrect API key secret' }])
    },
  )

  it.each([v2.fields, statePath(2, 'TN'), v2.overrides, v1.fields, statePath(1, 'TN')])(
    'redirects %s without its last slash, and is read-only (R-C01, R-C04)',
    async (path) => {
      const moved = await ask(path.slice(0, -1))
      expect([moved.status, moved.headers.get('location')]).toEqual([301, path])
      const posted = await createSandbox().fetch(aCivicCall(path, { method: 'POST' }))
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect((await createSandbox().fetch(aCivicCall(path, { method: 'HEAD' }))).status).toBe(200)
      const html = await createSandbox().fetch(aCivicCall(path, { headers: { Accept: 'text/html' } }))
      expect(html.status).toBe(406)
    },
  )

  it.each(['tn', 'Tn', 'XX', 'PR', 'TNN', '%54N%2f', '..%2f..', 'ТN', '%00', 'constructor'])(
    'rejects the unknown state %s (R-C14, B.2.16)',
    async (code) => {
      for (const version of [1, 2]) {
        const response = await ask(`/v${version}/election/data/state/${code}/`)
        expect(response.status).toBe(404)
      }
    },
  )

  it('has no overrides in version 1 (R-C35)', async () => {
    expect((await ask('/v1/election/override/')).status).toBe(404)
  })

  it('links to no real tool of a state: its own pages replace them, and each opens', async () => {
    const sandbox = createSandbox()
    const text = async (path: string) => (await sandbox.fetch(aCivicCall(path))).text()
    const all = [await text(statePath(2, 'FL')), await text(statePath(1, 'FL')), await text(v2.overrides)].join('')
    const links = [...new Set(all.match(/https?:[^"]+/g))]
    expect(links.length).toBeGreaterThan(70)
    for (const link of links) {
      expect(link.startsWith(`${base}/state-site/`)).toBe(true)
      const page = await sandbox.fetch(new Request(link))
      expect([link, page.status]).toEqual([link, 200])
    }
    const page = await sandbox.fetch(new Request(`${base}/state-site/FL/gov_tool_verify`))
    expect(await page.text()).toContain('This is not a site of Florida.')
    for (const path of ['FL/gov_tool_x', 'XX/gov_tool_verify', 'FL/gov_tool_absentee_request/Nowhere', 'FL/toString']) {
      expect((await sandbox.fetch(new Request(`${base}/state-site/${path}`))).status).toBe(404)
    }
  })

  it('serves the real addresses on request', async () => {
    const text = await (await ask(statePath(2, 'TN'), { officialUrls: true })).text()
    expect(text).toMatch(/"gov_tool_verify","text":"https:\/\/[^"]+\.gov/)
  })

  it('lists its calls among those received, without the key', async () => {
    const sandbox = createSandbox()
    await sandbox.fetch(aCivicCall(v2.overrides))
    expect(sandbox.received().calls).toMatchObject([{ path: v2.overrides, status: 200, method: 'GET' }])
    expect(JSON.stringify(sandbox.received())).not.toContain('Basic')
  })
})

describe('a failure of the Civic API', () => {
  const statuses: Record<string, number> = {
    slow: 200,
    hang: 504,
    unauthorized: 401,
    missing: 404,
    busy: 429,
    broken: 500,
    'bad-json': 200,
    'html-200': 200,
    'wrong-shape': 200,
    redirect: 302,
    endless: 200,
    drip: 200,
  }

  it.each(Object.entries(statuses))('%s answers %i until the scenario is removed', async (scenario, status) => {
    const sandbox = createSandbox({ sleep: () => Promise.resolve() })
    expect((await control(sandbox, 'PUT', { scenario })).status).toBe(200)
    const response = await sandbox.fetch(aCivicCall(statePath(2, 'TN')))
    expect(response.status).toBe(status)
    await response.body?.cancel()
    await control(sandbox, 'DELETE')
    expect(parseStateData(await (await sandbox.fetch(aCivicCall(statePath(2, 'TN')))).json())).toBeDefined()
  })

  it('down cuts the connection, on one part alone if requested', async () => {
    const sandbox = createSandbox()
    await control(sandbox, 'PUT', { scenario: 'down', only: 'overrides' })
    expect(await (await control(sandbox, 'GET')).json()).toMatchObject({ scenario: 'down', only: 'overrides' })
    await expect(sandbox.fetch(aCivicCall(v2.overrides))).rejects.toThrow('closed')
    expect((await sandbox.fetch(aCivicCall(statePath(2, 'TN')))).status).toBe(200)
  })

  it('has each scenario of the table in this test, and in the list', async () => {
    expect(civicScenarios.map(({ name }) => name).sort()).toEqual([...Object.keys(statuses), 'down'].sort())
    const status = await (await control(createSandbox(), 'GET')).json()
    expect(status).toMatchObject({ scenario: 'none' })
    expect(status.scenarios).toHaveLength(civicScenarios.length)
  })

  it.each([[{ scenario: 'loud' }], [{}], [null], ['slow'], [{ scenario: 'slow', only: 'states' }]])(
    '%j is rejected with the allowed values, and changes nothing',
    async (wish) => {
      const sandbox = createSandbox()
      const response = await control(sandbox, 'PUT', wish)
      expect(response.status).toBe(400)
      expect((await response.json()).detail).toMatch(/must be one of (down|fields)/)
      expect(await (await control(sandbox, 'GET')).json()).toMatchObject({ scenario: 'none' })
    },
  )
})
