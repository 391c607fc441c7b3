/** The monitor as an operator runs it: configured by the environment, and never for a real site by accident. */
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { uptimePath } from '../../contract/routes.ts'
import { parsePage } from '../../contract/uptime.ts'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { temporaryFolder } from '../../server/testing/temporary-folder.ts'
import { startOddSite } from '../testing/misbehaving-site.ts'
import { runCli } from './monitor-command.ts'

const root = temporaryFolder()
let files = 0

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const listed = (value: unknown) => {
  const file = path.join(root, `${++files}.json`)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

async function run(args: string[], env: Record<string, string> = {}) {
  const printed = await runInTerminal(runCli, args, env)
  const { end, err } = printed
  if (end.type === 'running') open.unshift(end)
  return { end, out: () => printed.out, err }
}

const local = {
  PORT: '0',
  MONITOR_ALLOWED_NETWORKS: '127.0.0.0/8',
  MONITOR_CONFIRM_AFTER_SECONDS: '0',
  MONITOR_HOST_GAP_SECONDS: '0',
}

describe('voter-registration-monitor', () => {
  it('checks the sites of its list, serves the Uptime API, and shows their state', async () => {
    const site = await startOddSite()
    open.push(site)
    const dataDir = path.join(root, 'data')
    const sites = ['/', '/503', '/403'].map((each) => ({ url: site.url + each, description: `MA tool ${each}` }))
    const { end, out } = await run([], { ...local, DATA_DIR: dataDir, MONITOR_SITES: listed(sites) })
    if (end.type !== 'running') throw new Error('It does not run.')
    const down = async () =>
      parsePage(await (await fetch(end.url + uptimePath('sitesDown'))).json(), 'site')?.items.map(({ url }) => url)
    await expect.poll(down).toEqual([`${site.url}/503`])
    expect(out()).toContain('/v1/leouptime/sites/ (3 sites)')
    expect(out()).toContain('"code":"site_down"')
    expect(out()).toContain(`Status page: ${end.url}/status\n`)
    const page = async () => (await fetch(`${end.url}/status`)).text()
    await expect.poll(page).toMatch(/1 of 3 sites is down\. 1 cannot be checked\./)
    expect((await fetch(`${end.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${end.url}/readyz`)).status).toBe(200)
    const { port } = new URL(end.url)
    const statusFor = (Host: string) =>
      new Promise((resolve) => {
        get({ port, path: '/status', headers: { Host } }, (answer) => resolve(answer.resume().statusCode))
      })
    expect([await statusFor('1.2.3.4.5'), await statusFor('xn--a'), await statusFor('')]).toEqual([400, 400, 200])

    const status = await run(['status'], { DATA_DIR: dataDir })
    expect(status.end).toEqual({ type: 'over', code: 1 })
    const [head, first, , third] = status.out().split('\n')
    const today = new Date().toISOString().slice(0, 10)
    expect(head).toMatch(/^state +site +for +checked +since +1 day +7 days +30 days +90 days +error +address$/)
    // Monitored only for moments: no uptime ratio is shown, though that of the API is 99.99 % of 90 days.
    expect(first).toMatch(new RegExp(`^DOWN +MA tool /503 +0 min +0 min +${today} +HTTP 503 `))
    expect(third).toMatch(/^blocked \(403\) +MA tool \/403 +0 min +http/)
    const json = await run(['status', '--json', '--down'], { DATA_DIR: dataDir })
    expect(
      json
        .out()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      {
        url: `${site.url}/503`,
        up: false,
        error: 'HTTP 503',
        history: {
          outages: [{ kind: 'answer', status: 503 }],
          checks: [{ outcome: 'down', status: 503 }, { outcome: 'down' }],
        },
      },
    ])
  })

  it('reads its sites from the Civic data when configured so', async () => {
    const sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
    open.push(sandbox)
    const { end } = await run([], {
      ...local,
      DATA_DIR: path.join(root, 'civic'),
      MONITOR_SITES: 'civic',
      CIVIC_URL: sandbox.url,
      CIVIC_KEY_ID: '00000000-0000-4000-8000-000000000001',
      CIVIC_KEY_SECRET: 'sandbox-secret',
    })
    if (end.type !== 'running') throw new Error('It does not run.')
    const page = parsePage(await (await fetch(end.url + uptimePath('sites'))).json(), 'site')
    expect(page?.count).toBeGreaterThan(90)
    for (const { url } of page?.items ?? []) expect(url.startsWith(`${sandbox.url}/state-site/`)).toBe(true)
  })

  it.each([
    [{}, 'MONITOR_SITES is missing. Set it to a JSON file'],
    [{ MONITOR_SITES: '/nowhere/sites.json' }, 'cannot be read'],
    [{ MONITOR_SITES: listed('no json') }, 'is not JSON'],
    [{ MONITOR_SITES: listed({ sites: [] }) }, 'must be a JSON array'],
    [{ MONITOR_SITES: listed([]) }, 'MONITOR_SITES names no site.'],
    [
      { MONITOR_SITES: listed([{ url: 'https://a.example', description: 'Massachusetts x' }]) },
      'site 1: description must begin with the state\'s two-letter code and a space, as in "MA Online Voter Registration", got "Massachusetts x".',
    ],
    [{ MONITOR_SITES: listed([{ url: 'https://a.example', description: '' }]) }, 'site 1: description is empty.'],
    [
      { MONITOR_SITES: listed([]), MONITOR_INTERVAL_SECONDS: 'often' },
      'MONITOR_INTERVAL_SECONDS is not a number from 1 to 86400, got "often"',
    ],
    [{ MONITOR_SITES: listed([]), MONITOR_WEBHOOK_URL: 'https://pager.example/' }, 'or neither'],
    [{ MONITOR_SITES: listed([]), PORT: 'x' }, 'PORT is not a whole number from 0 to 65535, got "x"'],
    [{ MONITOR_SITES: listed([]), DATA_DIR: '' }, 'DATA_DIR is missing'],
    [{ MONITOR_SITES: 'civic' }, 'CIVIC_URL is missing'],
    [
      { MONITOR_SITES: listed([{ url: 'http://192.168.0.1/', description: 'MA' }]), MONITOR_ALLOWED_NETWORKS: '' },
      'not on the public network. To check it anyway, add its network to MONITOR_ALLOWED_NETWORKS',
    ],
  ])('rejects an invalid environment, and says what to do: $1', async (env, says) => {
    const { end, err } = await run([], { ...local, DATA_DIR: path.join(root, 'never'), ...env })
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err).toContain(says)
  })

  it('status needs to know where the records are', async () => {
    for (const env of [
      {},
      { DATA_DIR: ':memory:' },
      { DATA_DIR: path.join(root, 'nothing') },
      { DATA_DIR: 'a', DATABASE_URL: 'postgres://b' },
    ]) {
      expect((await run(['status'], env)).end).toEqual({ type: 'over', code: 2 })
    }
    expect((await run(['status', '--wrong'])).end).toEqual({ type: 'over', code: 2 })
    for (const args of [
      ['status', '--help'],
      ['help', 'status'],
    ])
      expect((await run(args)).out()).toContain('--json')
  })
})
