/** Notices to a webhook: signed, delivered at least once, and never lost between two tries. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listenOnFreePort } from '../contract/testing/listen-on-free-port.ts'
import { inMemory, openSqlite } from '../server/storage/sqlite.ts'
import { monitorSchema } from './store/schema.ts'
import { createSqlStore } from './store/sql-store.ts'
import type { CheckFinding, MonitorLogLine, MonitorStore } from './store/store.ts'
import { createWebhookPayload, createWebhookSender, type Webhook } from './webhooks.ts'

const start = Date.UTC(2026, 10, 3, 14)
const secret = 'a-secret-of-sixteen-characters'
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

interface WebhookRequest {
  headers: IncomingHttpHeaders
  body: string
}

/** A partner's pager. `statuses` are its responses, in turn; then 200. */
async function aPager(statuses: number[] = []) {
  const requests: WebhookRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      const status = statuses.shift() ?? 200
      if (status === 0) request.socket.destroy()
      else response.writeHead(status, { location: '/elsewhere' }).end('thanks')
    })
  })
  const { port, close } = await listenOnFreePort(server)
  open.push(close)
  return { url: `http://127.0.0.1:${port}/hook`, requests, close }
}

async function record(store: MonitorStore, at: number, verdict: CheckFinding['verdict']): Promise<void> {
  const [site] = await store.claim({ owner: 'me', nowMs: at, expiresAt: at, limit: 1, claimedIds: [] })
  if (site === undefined) throw new Error('Nothing is due.')
  const up = verdict === 'up'
  const attempt = { checkedAt: at, up, ignored: false, loadUs: 1, via: 'direct', status: undefined, redirects: [] }
  const attempts = [{ ...attempt, error: up ? undefined : 'timeout' }]
  await store.record({ site, owner: 'me', attempts, verdict, decisiveIndex: 0, dueAt: at })
}

async function aMonitor(url: string, hook: Omit<Webhook, 'url'> = { secret }) {
  const store = createSqlStore(await openSqlite(inMemory, 'owner', { schema: monitorSchema }), createWebhookPayload)
  open.unshift(() => store.close())
  await store.setSites([{ url: 'https://ma.state.example/', description: 'MA Online Voter Registration' }], start)
  const lines: MonitorLogLine[] = []
  let now = start
  const sender = () => {
    const notices = createWebhookSender({
      store,
      webhook: { url, ...hook },
      log: (line) => lines.push(line),
      clock: { now: () => now },
    })
    open.unshift(() => notices.stop())
    return notices
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { store, lines, sender, notices: sender(), wait, now: () => now }
}

describe('webhooks about an outage and its end', () => {
  it('have text for people and data for programs, signed with the secret', async () => {
    const { url, requests } = await aPager()
    const { store, notices, wait } = await aMonitor(url)
    await record(store, start, 'up')
    await record(store, start + 1_000, 'down')
    await record(store, start + 2_000, 'down')
    await record(store, start + 3 * 60_000 + 1_000, 'up')
    wait(200_000)
    await notices.once()
    await notices.once()
    expect(requests).toHaveLength(2)
    const [down, up] = requests.map(({ body }) => JSON.parse(body))
    expect(down).toMatchObject({
      type: 'site.down',
      timestamp: '2026-11-03T14:00:01.000Z',
      text: 'MA Online Voter Registration is down since 2026-11-03T14:00:01.000Z (timeout): https://ma.state.example/',
      data: {
        url: 'https://ma.state.example/',
        state_up: false,
        down_since: '2026-11-03T14:00:01.000Z',
        error: 'timeout',
      },
    })
    expect(up).toMatchObject({
      type: 'site.up',
      text: 'MA Online Voter Registration is up again after 3 minutes: https://ma.state.example/',
      data: { state_up: true, down_since: '2026-11-03T14:00:01.000Z', error: 'timeout' },
    })
    expect(up.id).not.toBe(down.id)
    for (const { headers, body } of requests) {
      const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const signature = createHmac('sha256', secret).update(content).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${signature}`)
      expect(headers['webhook-id']).toBe(JSON.parse(body).id)
      expect(Number(headers['webhook-timestamp'])).toBe(Math.floor((start + 200_000) / 1_000))
    }
    expect(await store.notices()).toEqual({ waiting: 0, abandoned: 0 })
  })

  it('are retried until they were accepted, with growing pauses and the same id', async () => {
    const { url, requests } = await aPager([500, 302, 0, 429])
    const { store, notices, wait, lines } = await aMonitor(url)
    await record(store, start, 'down')
    for (let i = 0; i < 4; i++) {
      await notices.once()
      const before = requests.length
      wait(4_000 * 2 ** i)
      await notices.once()
      expect(requests).toHaveLength(before)
      wait(1_000 * 2 ** i)
    }
    await notices.once()
    expect(requests).toHaveLength(5)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(lines.map(({ code, cause }) => [code, cause])).toEqual([
      ['webhook_failed', 'HTTP 500'],
      ['webhook_failed', 'HTTP 302'],
      ['webhook_failed', 'connection closed'],
      ['webhook_failed', 'HTTP 429'],
    ])
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(await store.notices()).toEqual({ waiting: 0, abandoned: 0 })
  })

  it('are not lost with the process that was sending them', async () => {
    const { url, requests } = await aPager()
    const { store, sender, wait, now } = await aMonitor(url)
    await record(store, start, 'down')
    // Claimed, and then the process crashed.
    expect(await store.claimNotices({ nowMs: now(), expiresAt: now() + 60_000, limit: 9 })).toHaveLength(1)
    wait(61_000)
    await sender().once()
    expect(requests).toHaveLength(1)
  })

  it('are abandoned after three days, with an error in the log', async () => {
    const { url, close } = await aPager()
    await close()
    const { store, notices, wait, lines } = await aMonitor(url)
    await record(store, start, 'down')
    await notices.once()
    wait(3 * 86_400_000 + 1)
    await notices.once()
    expect(lines.map(({ level, code }) => [level, code])).toEqual([
      ['warn', 'webhook_failed'],
      ['error', 'webhook_abandoned'],
    ])
    expect(await store.notices()).toEqual({ waiting: 0, abandoned: 1 })
  })
})
