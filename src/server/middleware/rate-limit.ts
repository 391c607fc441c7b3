/** Rate limit middleware, with a challenge when a network sends much, or everybody at once. */
import type { Context, MiddlewareHandler } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import type { Config } from '../config/read-config.ts'
import { proofOfWork } from '../crypto/proof-of-work.ts'
import type { Ciphers } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import { clientAddress } from './client-address.ts'
import { createLimiter } from './rate-limiter.ts'
import type { RateStore } from './rate-store.ts'

/** Dependencies of {@link createAdmission}. */
interface CreateAdmissionDeps {
  ciphers: Ciphers
  counters: RateStore
  now: () => number
  log: Log
  meter: Meter | undefined
}

/** Creates the dependencies of the middleware: the rate limiter and the bot check that the options configure. */
export function createAdmission(config: Config, { ciphers, counters, now, log, meter }: CreateAdmissionDeps) {
  const { limits, unlimitedNetworks: exempt, ring, trustProxyHops } = config
  const limiter = createLimiter({ limits, exempt, counters, hash: ciphers.keyedHash(ring[0], 'limits v1'), now })
  const hash = ciphers.keyedHash(ring[0], 'challenge v1')
  const proof = config.botCheck === 'off' ? undefined : proofOfWork({ hash, isFirst: (text) => limiter.isFirst(text) })
  const noteUnknown = limits.ip_soft === undefined ? () => undefined : warnOnceOfUnknownAddress(log)
  return { limiter, proof, trustProxyHops, meter, noteUnknown }
}

/** What counts requests and decides about them. */
export type Admission = ReturnType<typeof createAdmission>

/** Returns a function that logs one warning, at the first registration whose address the host does not report. */
function warnOnceOfUnknownAddress(log: Log): () => void {
  let isSaid = false
  return () => {
    if (isSaid) return
    isSaid = true
    const message =
      'This host does not report client addresses, so no limit by address applies (those by phone number, email address and partner do): set TRUST_PROXY_HOPS to the number of proxies in front, 1 on most hosts of Next.js, or pass { remoteAddress } to fetch; with no proxy in front leave it at 0, because anyone can write X-Forwarded-For.'
    log({ level: 'warn', code: 'address_unknown', message })
  }
}

/** Middleware for `POST /registrations`: 403 with a challenge when a network or everybody sends much; 429 over a limit that
 *  the operator has set for an address, and for a form without scripts that must wait instead of solving a challenge. */
export function admitRegistration({
  limiter,
  proof,
  trustProxyHops,
  meter,
  noteUnknown,
}: Admission): MiddlewareHandler<Env> {
  return async (c, next) => {
    const address = addressOf(c, trustProxyHops)
    if (address === undefined) noteUnknown()
    c.set('address', address)
    const visit = await limiter.visit(address)
    if (visit.type === 'over') return refuse(c, meter, visit.limit, tooManyRequests(visit.retryAfter))
    if (visit.type === 'within' || proof === undefined) return next()

    if (c.env?.runsNoScripts === true) {
      const seconds = await limiter.wait(address, c.req.header(bffHeaders.idempotencyKey) ?? '')
      return seconds === 0 ? next() : refuse(c, meter, visit.limit, tooManyRequests(seconds))
    }
    const solution = c.req.header(bffHeaders.challengeSolution)
    if (solution !== undefined && (await proof.check(solution))) return next()
    return refuse(c, meter, visit.limit, { ...challengeRequired, challenge: await proof.challenge(visit.share) })
  }
}

function addressOf(c: Context<Env>, hops: number) {
  // The environment is the host's: only the address is read from it.
  const peer: unknown = c.env?.remoteAddress
  const forwardedFor = c.req.header('x-forwarded-for')
  return clientAddress({ peer: typeof peer === 'string' ? peer : undefined, forwardedFor }, hops)
}

function refuse(c: Context<Env>, meter: Meter | undefined, limit: string, answer: ProblemAnswer): Response {
  c.get('note')({ limit })
  meter?.limited(limit)
  return problem(c, answer)
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
