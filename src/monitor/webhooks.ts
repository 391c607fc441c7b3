/** Sends outages and recoveries to a webhook: signed, and retried until they are delivered. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Clock } from '../contract/clock.ts'
import { createStorageLogLine, getDriverCode } from '../server/storage/sql.ts'
import { describeFailure } from './check-failure.ts'
import type { StateChange } from './store/record-checks.ts'
import { createUuid } from './store/rows.ts'
import type { MonitorLog, MonitorStore, OutageNotice } from './store/store.ts'

/** `id` is the same for every attempt: an idempotency key by which a receiver can ignore duplicates. */
export function createWebhookPayload({ site, state, changedAt, downSince, error, downtimeNumber }: StateChange): {
  id: string
  body: string
} {
  const id = createUuid('notice', `${site.uuid} ${downtimeNumber} ${state}`)
  const name = site.description || site.url
  const downSinceIso = new Date(downSince).toISOString()
  const minutes = Math.round((changedAt - downSince) / 60_000)
  const text =
    state === 'down'
      ? `${name} is down since ${downSinceIso} (${error ?? 'failed'}): ${site.url}`
      : `${name} is up again after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: ${site.url}`
  const body = {
    type: `site.${state}`,
    id,
    timestamp: new Date(changedAt).toISOString(),
    text,
    data: {
      site: site.uuid,
      url: site.url,
      description: site.description,
      state_up: state === 'up',
      down_since: downSinceIso,
      error: error ?? null,
    },
  }
  return { id, body: JSON.stringify(body) }
}

/** By Standard Webhooks: HMAC-SHA256 over id, time and body, with the bytes of the secret as key. */
function createSignedHeaders(
  { id, body }: Pick<OutageNotice, 'id' | 'body'>,
  secret: string,
  timestamp: number,
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
  return { 'content-type': 'application/json', ...headers }
}

export interface Webhook {
  url: string
  secret: string
}

const leaseMs = 60_000
const timeoutMs = 15_000
/** How long to retry, in milliseconds: then the notice is given up, but stored for the operator to see. */
const maxRetryMs = 3 * 86_400_000

const getBackoffMs = (attempts: number) => Math.min(3_600_000, 5_000 * 2 ** Math.min(20, attempts - 1))

export function createWebhookSender(
  { store, webhook, log, clock }: { store: MonitorStore; webhook: Webhook; log: MonitorLog; clock: Clock },
  pollIntervalMs = 1_000,
) {
  const agent = new Agent({ connect: { timeout: timeoutMs } })
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false
  let sending: Promise<void> | undefined

  async function sendDue(): Promise<void> {
    try {
      for (;;) {
        const notices = await store.claimNotices({ nowMs: clock.now(), expiresAt: clock.now() + leaseMs, limit: 3 })
        for (const notice of notices) await send(notice)
        if (notices.length === 0 || isStopped) return
      }
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
    }
  }

  async function send(notice: OutageNotice): Promise<void> {
    const cause = await deliver(notice)
    if (cause === undefined) {
      await store.finishNotice(notice.id, { type: 'heard' })
      return
    }
    const isExpired = clock.now() - notice.madeAt > maxRetryMs
    const count = notice.attempts
    if (isExpired) log({ level: 'error', code: 'webhook_abandoned', cause, count })
    else log({ level: 'warn', code: 'webhook_failed', cause, count })
    const dueAt = clock.now() + getBackoffMs(count)
    await store.finishNotice(notice.id, isExpired ? { type: 'given_up' } : { type: 'again', dueAt })
  }

  /** Sends a notice; returns why it failed. Does not follow redirects: a receiver that moves needs a new address. */
  async function deliver(notice: OutageNotice): Promise<string | undefined> {
    try {
      const answer = await request(webhook.url, {
        method: 'POST',
        dispatcher: agent,
        headers: createSignedHeaders(notice, webhook.secret, Math.floor(clock.now() / 1_000)),
        body: notice.body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body.dump()
      return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `HTTP ${answer.statusCode}`
    } catch (error) {
      return describeFailure(error)
    }
  }

  function poll(): void {
    sending ??= sendDue().finally(() => {
      sending = undefined
    })
  }

  return {
    once: sendDue,
    start() {
      timer ??= setInterval(poll, pollIntervalMs)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await sending
      await agent.close()
    },
  }
}
