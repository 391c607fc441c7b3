/** Facts about states from the real sandbox through the real BFF, over real connections. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStateFacts, type StateFacts } from '../../contract/civic-data/state-facts.ts'
import { stateFactsPath } from '../../contract/routes.ts'
import { type StateCode, stateCodes, states } from '../../contract/states.ts'
import { sandboxKeyId, sandboxKeySecret } from '../../sandbox/basic-auth.ts'
import { civicScenarios } from '../../sandbox/civic-scenarios.ts'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { type RunningServer, serve } from '../serve.ts'
import { theOptions } from '../testing/bff-requests.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
const running: RunningServer[] = []

/** A BFF with its own clock, which a test may move. */
async function aBff(civicVersion: 1 | 2, civicDeadline = 20_000) {
  const time = { now: Date.now() }
  const options = {
    ...theOptions(sandbox.url),
    civicUrl: sandbox.url,
    civicKeyId: sandboxKeyId,
    civicKeySecret: sandboxKeySecret,
    civicVersion,
    port: 0,
  }
  const server = await serve(options, { log: () => undefined, now: () => time.now, internals: { civicDeadline } })
  running.push(server)
  const get = (code: StateCode, region?: string) => fetch(server.url + stateFactsPath(code, region))
  const facts = async (code: StateCode, region?: string) =>
    readStateFacts(await (await get(code, region)).json()) as StateFacts
  return { time, get, facts }
}

const misbehave = (scenario: string | undefined) =>
  fetch(`${sandbox.url}/_sandbox/civic`, {
    method: scenario === undefined ? 'DELETE' : 'PUT',
    ...(scenario !== undefined && { body: JSON.stringify({ scenario }) }),
  })

beforeAll(async () => {
  sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.close(1_000)))
  await sandbox.close()
})

describe('the facts of a state', () => {
  it('are there for all 51, with the way to check a registration at a page of the sandbox', async () => {
    const { facts } = await aBff(2)
    for (const code of stateCodes) {
      const told = await facts(code)
      expect([told.state, told.name, told.stale]).toEqual([code, states[code], false])
      const verify = told.facts.find(({ slug }) => slug === 'gov_tool_verify')
      expect(verify?.value).toEqual({ is: 'link', url: `${sandbox.url}/state-site/${code}/gov_tool_verify` })
    }
  })

  it('are the same from version 1, but for the footnotes that it cannot hold', async () => {
    const [now, then] = [await aBff(2), await aBff(1)]
    for (const code of stateCodes) {
      const [one, other] = [await now.facts(code), await then.facts(code)]
      const said = ({ facts }: StateFacts) => facts.map(({ slug, value }) => [slug, value])
      expect(said(other)).toEqual(said(one))
      const lost = one.facts.filter(({ slug, footnotes }) => {
        return footnotes !== other.facts.find((fact) => fact.slug === slug)?.footnotes
      })
      for (const { slug } of lost) expect(slug).toBe('registration_methods')
    }
  })

  it('have regions in Florida and Illinois alone, with their own tools (R-C25 to R-C27)', async () => {
    const { facts } = await aBff(2)
    const illinois = await facts('IL')
    expect(illinois.regions).toEqual(['City of Chicago', 'City of Springfield', 'Cook County'])
    const cook = await facts('IL', 'Cook County')
    expect(cook.facts.filter(({ regional }) => regional)).toEqual([
      expect.objectContaining({
        slug: 'gov_tool_absentee_request',
        value: { is: 'link', url: `${sandbox.url}/state-site/IL/gov_tool_absentee_request/Cook%20County` },
      }),
    ])
    expect((await facts('FL')).regions).toHaveLength(67)
    expect((await facts('TN')).regions).toEqual([])
  })
})

describe('misbehavior of the service', () => {
  const harmless = ['slow']
  const silent = ['hang', 'drip']

  it.each(civicScenarios.map(({ name }) => name))('%s: a clear problem at first, the old facts later', async (name) => {
    const { time, get, facts } = await aBff(2, silent.includes(name) ? 2_000 : 30_000)
    await misbehave(name)
    const first = await get('TN')
    if (harmless.includes(name)) {
      expect(first.status).toBe(200)
      await misbehave(undefined)
      return
    }
    expect([502, 503, 504]).toContain(first.status)
    expect((await first.json()).code).toMatch(/^(civic|upstream)_/)
    await misbehave(undefined)
    time.now += 5_000
    expect((await facts('TN')).stale).toBe(false)
    await misbehave(name)
    time.now += 16 * 60_000
    await expect.poll(async () => (await facts('TN')).stale).toBe(true)
    expect((await facts('TN')).facts.length).toBeGreaterThan(5)
    await misbehave(undefined)
    await expect
      .poll(async () => {
        // A request that hangs may fail only now, and no new one is sent for some seconds after it.
        time.now += 1_000
        return (await facts('TN')).stale
      })
      .toBe(false)
  })
})
