import { describe, expect, it } from 'vitest'
import { createSandbox, type SandboxOptions } from './create-sandbox.ts'

function aSandbox(options: SandboxOptions = {}) {
  const { fetch } = createSandbox(options)
  const ask = (path: string, init?: RequestInit) => fetch(new Request(`http://127.0.0.1:8788${path}`, init))
  return {
    status: async (path: string) => (await ask(path)).status,
    take: async (state: string, body?: unknown) =>
      ask(`/_sandbox/sites/${state}`, { method: 'PUT', body: JSON.stringify(body) }),
    bringBack: async (path = '') => (await ask(`/_sandbox/sites${path}`, { method: 'DELETE' })).json(),
    down: async () => (await ask('/_sandbox/sites')).json(),
    ask,
  }
}

describe('the replacements for states’ sites', () => {
  it('can be taken down and brought back, state by state', async () => {
    const changes: string[] = []
    const sandbox = aSandbox({ onSites: (state) => changes.push(state) })
    const pages = ['/state-site/MA', '/state-site/MA/gov_tool_registration', '/state-site/MA/gov_tool_verify']
    expect((await sandbox.take('MA')).status).toBe(200)
    for (const page of pages) expect(await sandbox.status(page)).toBe(503)
    expect(await sandbox.status('/state-site/OH/gov_tool_registration')).toBe(200)
    expect(await sandbox.down()).toEqual({ down: { MA: 'error' } })
    await sandbox.take('OH', { failure: 'error' })
    expect(await sandbox.bringBack('/MA')).toEqual({ down: { OH: 'error' } })
    for (const page of pages) expect(await sandbox.status(page)).toBe(200)
    expect(await sandbox.bringBack()).toEqual({ down: {} })
    expect(changes).toEqual(['MA', 'OH', 'MA', 'OH'])
  })

  it('hang until the client has disconnected, or cut the connection', async () => {
    const waited: number[] = []
    const sandbox = aSandbox({ sleep: async (ms) => void waited.push(ms) })
    await sandbox.take('MA', { failure: 'hang' })
    expect(await sandbox.status('/state-site/MA')).toBe(504)
    expect(waited).toEqual([120_000])
    await sandbox.take('MA', { failure: 'reset' })
    await expect(sandbox.status('/state-site/MA')).rejects.toThrow('closed this connection')
  })

  it('are taken down for a known state in a known manner only', async () => {
    const sandbox = aSandbox()
    for (const [state, wish] of [
      ['XX', {}],
      ['ma', {}],
      ['MA', { failure: 'explode' }],
    ] as const) {
      const answer = await sandbox.take(state, wish)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toHaveProperty('detail')
    }
    expect(await sandbox.down()).toEqual({ down: {} })
  })
})

describe('the Uptime API of the sandbox', () => {
  type Item = Record<string, unknown> & { uuid: string; description: string }
  const read = async (sandbox: ReturnType<typeof aSandbox>, path: string) => {
    const page = await (await sandbox.ask(`/v1/leouptime/${path}`)).json()
    return page as { count: number; results: Item[] }
  }

  it('lists the tools of all states, up, with a history that the same seed reproduces', async () => {
    const clock = { now: () => Date.UTC(2026, 8, 1, 12) }
    const [one, other] = [aSandbox({ clock }), aSandbox({ clock })]
    const { count, results } = await read(one, 'sites/?limit=1000')
    expect(count).toBe(results.length)
    expect(new Set(results.map(({ description }) => description.slice(0, 2))).size).toBe(51)
    expect(results.every(({ state_up }) => state_up === true)).toBe(true)
    const downtime = await read(one, 'downtime/?limit=1000')
    expect(downtime.count).toBeGreaterThan(10)
    expect(await read(other, 'downtime/?limit=1000')).toEqual(downtime)
    const checks = await read(one, `sites/${results[0]?.uuid}/checks/?limit=2`)
    expect(checks.count).toBeGreaterThan(1_000)
    expect(checks.results).toHaveLength(2)
  })

  it('reports a state’s sites down from when they are taken down until they are brought back', async () => {
    const sandbox = aSandbox()
    const before = await read(sandbox, 'downtime/')
    await sandbox.take('MA', { failure: 'hang' })
    const down = await read(sandbox, 'sites-down/')
    expect(down.count).toBeGreaterThan(0)
    expect(down.results.every(({ description }) => description.startsWith('MA '))).toBe(true)
    const { uuid } = down.results[0] ?? { uuid: '' }
    const [outage] = (await read(sandbox, `sites/${uuid}/downtime/`)).results
    expect(outage).toMatchObject({ down_check: { error: 'timeout', state_up: false }, up_check: null })
    await sandbox.bringBack('/MA')
    expect((await read(sandbox, 'sites-down/')).count).toBe(0)
    expect((await read(sandbox, 'downtime/')).count).toBe(before.count + down.count)
    expect((await read(sandbox, `sites/${uuid}/downtime/`)).results[0]).toMatchObject({ up_check: { state_up: true } })
  })

  it('is that of a monitor, if one is passed', async () => {
    const requests: string[] = []
    const sandbox = aSandbox({
      uptime: async ({ url }) => {
        requests.push(new URL(url).pathname)
        return Response.json({ count: 0, next: null, previous: null, results: [] })
      },
    })
    expect(await sandbox.status('/v1/leouptime/sites/')).toBe(200)
    expect(requests).toEqual(['/v1/leouptime/sites/'])
  })
})
