/** Middleware for `POST /registrations`: a proof of work, or a wait, for an address that sends much. */
import type { Context, MiddlewareHandler } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import { waitTicketHeader } from '../../contract/page-interface.ts'
import type { Config } from '../config/read-config.ts'
import { proofOfWork } from '../crypto/proof-of-work.ts'
import { type Ciphers, ringBox } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import type { Idempotency } from '../registration/idempotency.ts'
import { createResilientCounts } from '../store/memory-counts.ts'
import type { CountStore } from '../store/store.ts'
import { type Address, clientAddress } from './client-address.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** How long a form without scripts waits in place of a proof of work, and until when it can then be sent, in milliseconds. */
const wait = { shortest: 30_000, longest: 15 * 60_000 }

/** Dependencies of {@link createRateLimit}. */
interface RateLimitDeps {
  ciphers: Ciphers
  counts: CountStore
  now: () => number
  log: Log
  meter: Meter | undefined
  idempotency: Pick<Idempotency, 'isKnown'>
}

/** Creates the limiter of the options, and the middleware over it. */
export function createRateLimit(config: Config, { ciphers, counts, now, log, meter, idempotency }: RateLimitDeps) {
  const { limits, ring, trustProxyHops, botCheck } = config
  const hash = ciphers.keyedHash(ring[0], 'limits v1')
  const limiter = createRateLimiter({ limits, counts: createResilientCounts(counts, log, now), hash, now })
  const proof =
    botCheck === 'off'
      ? undefined
      : proofOfWork({ hash: ciphers.keyedHash(ring[0], 'challenge v1'), isFirst: limiter.isFirst })
  const tickets = ringBox(ciphers, ring, 'wait v1')
  const warnOfUnknownAddress = limits.address === undefined ? () => undefined : createAddressWarning(log)

  /** A form without scripts cannot compute: it comes back once, with a sealed time, and may be sent 30 s later. The ticket is for
   *  one registration, since it is bound to the form's key. @returns 429 with the ticket for the page, until then */
  async function refuseToWait(c: Context<Env>, key: string): Promise<Response | undefined> {
    const ticket = c.req.header(bffHeaders.challengeSolution) ?? ''
    const waited = now() - Number((await tickets.open(ticket, key)) ?? Number.NaN)
    const isWaiting = waited < wait.shortest
    if (!isWaiting && waited < wait.longest) return undefined
    const left = wait.shortest - (isWaiting ? waited : 0)
    const headers = { [waitTicketHeader]: isWaiting ? ticket : await tickets.close(String(now()), key) }
    return refuse(c, { ...tooManyRequests(Math.ceil(left / 1000)), headers })
  }

  async function refuseAddress(c: Context<Env>, share: number): Promise<Response | undefined> {
    if (share <= 1 || proof === undefined) return undefined
    const key = c.req.header(bffHeaders.idempotencyKey) ?? ''
    // A form that is in flight or was sent gets its outcome: "not sent" would be wrong.
    if (await idempotency.isKnown(key).catch(() => false)) return undefined
    if (c.env?.runsNoScripts === true) return refuseToWait(c, key)
    const solution = c.req.header(bffHeaders.challengeSolution)
    if (solution !== undefined && (await proof.check(solution))) return undefined
    return refuse(c, { ...challengeRequired, challenge: await proof.challenge(share) })
  }

  function refuse(c: Context<Env>, answer: ProblemAnswer): Response {
    c.get('note')({ limit: 'address' })
    meter?.limited('address')
    return problem(c, answer)
  }

  /** Above the limit of its address a registration is sent after a proof of work or a wait: what neighbors sent never refuses it. */
  const admit: MiddlewareHandler<Env> = async (c, next) => {
    const address = findAddress(c, trustProxyHops)
    if (address === undefined) warnOfUnknownAddress()
    c.set('address', address)
    const { share, leave } = await limiter.enter(address)
    try {
      return (await refuseAddress(c, share)) ?? (await next())
    } finally {
      leave()
    }
  }
  return { admit, limiter }
}

/** The middleware, and what counts for it. */
export type RateLimit = ReturnType<typeof createRateLimit>

/** Returns a function that logs one warning, at the first registration whose address the host does not report. */
function createAddressWarning(log: Log): () => void {
  let isLogged = false
  return () => {
    if (isLogged) return
    isLogged = true
    const message =
      'This host does not report client addresses, so no limit by address applies (those by phone number and email address do): set TRUST_PROXY_HOPS to the number of proxies in front, 1 on most hosts of Next.js, or pass { remoteAddress } to fetch; with no proxy in front leave it at 0, because anyone can write X-Forwarded-For.'
    log({ level: 'warn', code: 'address_unknown', message })
  }
}

function findAddress(c: Context<Env>, hops: number): Address | undefined {
  // The environment is the host's: only the address is read from it.
  const peer: unknown = c.env?.remoteAddress
  const forwardedFor = c.req.header('x-forwarded-for')
  return clientAddress({ peer: typeof peer === 'string' ? peer : undefined, forwardedFor }, hops)
}

/** Returns the 429 problem. Only the log names the limit. */
export function tooManyRequests(retryAfter: number) {
  return {
    status: 429,
    code: 'rate_limited',
    outcome: 'not_sent',
    retryAfter,
    detail: 'Too many requests; nothing was sent. The log line with this reference names the limit. Try again later.',
  } as const satisfies ProblemAnswer
}

const challengeRequired = {
  status: 403,
  code: 'challenge_required',
  outcome: 'not_sent',
  detail: `Solve the challenge and send the same request again with the solution as ${bffHeaders.challengeSolution}. Each challenge works once.`,
} as const satisfies ProblemAnswer
