/** Notices of a monitor that only reads an Uptime API: over real HTTP, from the sandbox's API to a pager. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { listening } from '../../server/http-server.ts'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function aPager() {
  const heard: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })
  const url = await listening(server, '127.0.0.1', 0)
  open.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `${url}/hook`, heard }
}

async function run(env: Record<string, string>) {
  const printed = await runInTerminal(runCli, [], { PORT: '0', MONITOR_SITES: 'uptime', DATA_DIR: ':memory:', ...env })
  const { end } = printed
  if (end.type === 'running') open.unshift(() => end.close())
  return printed
}

const local = { MONITOR_ALLOWED_NETWORKS: '127.0.0.0/8', MONITOR_INTERVAL_SECONDS: '1' }

describe('a monitor that asks an Uptime API and no site', () => {
  it.each([
    ['signed', { MONITOR_WEBHOOK_SECRET: 'a-secret-of-sixteen-characters' }],
    ['slack', { MONITOR_WEBHOOK_FORMAT: 'slack' }],
  ] as [string, Record<string, string>][])(
    'sends a notice when a site goes down and when it is up again: %s',
    async (format, hook) => {
      const sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
      open.push(() => sandbox.close())
      const pager = await aPager()
      const { end } = await run({ ...local, UPTIME_URL: sandbox.url, MONITOR_WEBHOOK_URL: pager.url, ...hook })
      if (end.type !== 'running') throw new Error('It does not run.')
      const states = async () => {
        const page: { results: { state_up: boolean | null }[] } = await (
          await fetch(`${end.url}/v1/leouptime/sites/?limit=1000`)
        ).json()
        return page.results.every(({ state_up }) => state_up === true) && page.results.length > 0
      }
      await expect.poll(states).toBe(true)
      expect(pager.heard).toEqual([])
      const site = `${sandbox.url}/_sandbox/sites/MA`
      const texts = () =>
        pager.heard
          .map(({ body }) => (JSON.parse(body) as { text: string }).text)
          .filter((text) => text.startsWith('MA '))
      await fetch(site, { method: 'PUT' })
      await expect.poll(texts).toContainEqual(expect.stringMatching(/^MA .* is down since .*HTTP/))
      await fetch(site, { method: 'DELETE' })
      await expect.poll(texts).toContainEqual(expect.stringMatching(/^MA .* is up again/))
      expect('webhook-signature' in (pager.heard[0]?.headers ?? {})).toBe(format === 'signed')
    },
  )

  it('takes the address of that API as a flag, too, and has it in its help', async () => {
    const flags = ['--monitor-sites', 'uptime', '--uptime-url', 'http://127.0.0.1:1', '--data-dir', ':memory:']
    const { code, err } = await runInTerminal(runCli, flags, { UPSTREAM_URL: 'x', CIVIC_FIELDS: 'y' })
    expect([code, err]).toEqual([1, expect.stringMatching(/^The Uptime API at UPTIME_URL gives no list of sites/)])
    const { out } = await runInTerminal(runCli, ['help'])
    for (const variable of ['CIVIC_URL', 'CIVIC_KEY_SECRET', 'UPTIME_URL']) expect(out).toContain(`${variable}: `)
  })

  it.each([
    [{}, 2, 'UPTIME_URL is missing'],
    [{ UPTIME_URL: 'nowhere' }, 2, 'UPTIME_URL'],
    [{ UPTIME_URL: 'http://127.0.0.1:1' }, 1, /^The Uptime API at UPTIME_URL gives no list of sites/],
  ] as const)('does not begin with %j (exit code %d), and says why', async (env, code, says) => {
    const { end, err } = await run(env)
    expect(end).toEqual({ type: 'over', code })
    expect(err).toMatch(says)
  })
})
