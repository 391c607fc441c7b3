/** Sends outages and recoveries to a webhook: signed, and retried until they are delivered. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Clock } from '../contract/clock.ts'
import { createStorageLogLine, getDriverCode } from '../server/storage/sql.ts'
import { failureOf } from './check-failure.ts'
import type { Change } from './store/record-checks.ts'
import { nameUuid } from './store/rows.ts'
import type { Log, Notice, Store } from './store/store.ts'

/** `id` is the same for every attempt: an idempotency key by which a receiver can ignore duplicates. */
export function webhookPayload({ site, to, at, downSince, error, downtime }: Change): { id: string; body: string } {
  const id = nameUuid('notice', `${site.uuid} ${downtime} ${to}`)
  const name = site.description || site.url
  const since = new Date(downSince).toISOString()
  const minutes = Math.round((at - downSince) / 60_000)
  const text =
    to === 'down'
      ? `${name} is down since ${since} (${error ?? 'failed'}): ${site.url}`
      : `${name} is up again after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: ${site.url}`
  const body = {
    type: `site.${to}`,
    id,
    timestamp: new Date(at).toISOString(),
    text,
    data: {
      site: site.uuid,
      url: site.url,
      description: site.description,
      state_up: to === 'up',
      down_since: since,
      error: error ?? null,
    },
  }
  return { id, body: JSON.stringify(body) }
}

/** By Standard Webhooks: HMAC-SHA256 over id, time and body, with the bytes of the secret as key. */
function signed({ id, body }: Pick<Notice, 'id' | 'body'>, secret: string, at: number): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
  return { 'content-type': 'application/json', ...headers }
}

export interface Webhook {
  url: string
  secret: string
}

const lease = 60_000
const timeout = 15_000
/** How long to retry, in milliseconds: then the notice is given up, but stored for the operator to see. */
const maxRetryTime = 3 * 86_400_000

const backoffAfter = (tries: number) => Math.min(3_600_000, 5_000 * 2 ** Math.min(20, tries - 1))

export function createWebhookSender(
  { store, webhook, log, clock }: { store: Store; webhook: Webhook; log: Log; clock: Clock },
  every = 1_000,
) {
  const agent = new Agent({ connect: { timeout } })
  let timer: ReturnType<typeof setInterval> | undefined
  let stopped = false
  let sending: Promise<void> | undefined

  async function once(): Promise<void> {
    try {
      for (;;) {
        const notices = await store.claimNotices({ now: clock.now(), until: clock.now() + lease, limit: 3 })
        for (const notice of notices) await send(notice)
        if (notices.length === 0 || stopped) return
      }
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
    }
  }

  async function send(notice: Notice): Promise<void> {
    const cause = await failure(notice)
    if (cause === undefined) {
      await store.settleNotice(notice.id, { type: 'heard' })
      return
    }
    const isOver = clock.now() - notice.madeAt > maxRetryTime
    const count = notice.tries
    if (isOver) log({ level: 'error', code: 'webhook_abandoned', cause, count })
    else log({ level: 'warn', code: 'webhook_failed', cause, count })
    const due = clock.now() + backoffAfter(count)
    await store.settleNotice(notice.id, isOver ? { type: 'given_up' } : { type: 'again', due })
  }

  /** Sends a notice; returns why it failed. Does not follow redirects: a receiver that moves needs a new address. */
  async function failure(notice: Notice): Promise<string | undefined> {
    try {
      const answer = await request(webhook.url, {
        method: 'POST',
        dispatcher: agent,
        headers: signed(notice, webhook.secret, Math.floor(clock.now() / 1_000)),
        body: notice.body,
        signal: AbortSignal.timeout(timeout),
      })
      await answer.body.dump()
      return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `HTTP ${answer.statusCode}`
    } catch (error) {
      return failureOf(error)
    }
  }

  function look(): void {
    sending ??= once().finally(() => {
      sending = undefined
    })
  }

  return {
    once,
    start() {
      timer ??= setInterval(look, every)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await sending
      await agent.close()
    },
  }
}
