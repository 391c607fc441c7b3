/** Limits of registrations by client address, phone number and mailbox. docs/limits.md has the table. */
import type { Context } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import type { Clock } from '../../contract/clock.ts'
import { waitTicketHeader } from '../../contract/page-interface.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import { createProofOfWork } from '../crypto/proof-of-work.ts'
import { createKeysCipher, type EncryptionKeys, keyedHash } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { type Env, outcomeProblem, type ProblemAnswer, problem, tooManyRequests } from '../problem.ts'
import { createMemoryCounts, createResilientCounts } from '../store/counts.ts'
import type { CountStore } from '../store/store.ts'
import { type Address, createAddressWarning, findClientAddress, getNetworks } from './client-address.ts'
import type { LimitName, Limits } from './limits.ts'

const challengeDetail = `Solve the challenge and send the same request again with the solution as ${bffHeaders.challengeSolution}. Each challenge works once.`

/** What a 429 of the service counts for the address whose registration got it. */
export const busyAmount = 20

/** How long a form without scripts waits in place of a proof of work, and until when it can then be sent, in milliseconds. */
const waitMs = { min: 30_000, max: 15 * 60_000 }

interface RateLimiterDeps {
  config: { limits: Limits; keys: EncryptionKeys; trustProxyHops: number; botCheck: string }
  counts: CountStore
  clock: Clock
  log: Log
  meter: Meter | undefined
  /** Whether a form with this key is in flight, or was sent or may have been. */
  isExistingForm: (key: string) => Promise<boolean>
}

export interface LimitedForm {
  key: string | undefined
  /** The solution of a challenge, or without scripts the ticket. */
  solution: string | undefined
  isWithoutScripts?: boolean | undefined
}

/** Its name is a hash, so that nothing personal is stored. */
interface Counter {
  limit: LimitName
  name: string
  max: number
  seconds: number
}

/** Creates the limits. Only what the service has accepted, or may have, is counted; what is in flight may exceed a limit. */
export function createRateLimiter({ config, counts: countStore, clock, log, meter, isExistingForm }: RateLimiterDeps) {
  const { limits, keys } = config
  const hash = keyedHash(keys[0], 'limits v1')
  const checkWaitTicket = createWaitTicketCheck(keys, clock)
  const counts = createResilientCounts(countStore, log, clock)
  /** Only processes that share counts store those of addresses: no file keeps them. */
  const addressCounts = counts.isShared ? counts : createMemoryCounts()
  /** What this process has in flight by address, or has counted and not stored yet. */
  const pending = new Map<string, number>()
  const proof = createProofOfWork({
    hash: keyedHash(keys[0], 'challenge v1'),
    isFirst: (text) =>
      counts.claim(`once ${hash(`once ${text}`)}`, { time: clock.now(), expiresAt: clock.now() + 600_000 }),
  })
  const warnAboutUnknownAddress = limits.address === undefined ? () => undefined : createAddressWarning(log)

  function addPending(counters: readonly Counter[], amount: number): void {
    for (const { name } of counters) {
      const sum = (pending.get(name) ?? 0) + amount
      if (sum > 0) pending.set(name, sum)
      else pending.delete(name)
    }
  }

  async function add(counters: readonly Counter[], amount: number, store: CountStore): Promise<void> {
    const time = clock.now()
    addPending(counters, amount)
    const additions = counters.map(async (counter) => {
      await store.add(counter.name, { amount, time, expiresAt: time + counter.seconds * 1000 })
      addPending([counter], -amount)
    })
    // Other processes read the store: the response waits until they see the count.
    if (store.isShared) await Promise.all(additions)
  }

  /** Returns count divided by limit for each counter, pending ones included. */
  async function getLimitRatios(counters: readonly Counter[], store: CountStore): Promise<number[]> {
    const names = counters.map(({ name }) => name)
    const unstored = names.map((name) => pending.get(name) ?? 0)
    const inStore = await store.read(names, clock.now())
    return counters.map(({ max }, index) => ((unstored[index] ?? 0) + (inStore[index] ?? 0)) / max)
  }

  function getCounter(limit: LimitName, text: string, multiplier = 1): Counter[] {
    const max = limits[limit]
    if (max === undefined || text === '') return []
    return [{ limit, name: `${limit} ${hash(text)}`, max: max.count * multiplier, seconds: max.seconds }]
  }

  const getAddressCounters = (address: Address | undefined) =>
    address ? getNetworks(address).flatMap(({ name, weight }) => getCounter('address', name, weight)) : []

  const getPersonCounters = ({ phone = '', email }: RegistrationRequest) => [
    ...getCounter('phone', phone.replace(/\D/g, '')),
    ...getCounter('email', normalizeMailbox(email)),
  ]

  async function checkAddressLimit(form: LimitedForm, ratio: number): Promise<ProblemAnswer | undefined> {
    if (ratio <= 1 || config.botCheck === 'off') return undefined
    const { key = '', solution, isWithoutScripts } = form
    // A form that is in flight or was sent gets its outcome: "not sent" would be wrong.
    if (await isExistingForm(key).catch(() => false)) return undefined
    if (isWithoutScripts) return checkWaitTicket(key, solution)
    if (solution !== undefined && (await proof.check(solution))) return undefined
    return outcomeProblem('challenge_required', challengeDetail, { challenge: await proof.challenge(ratio) })
  }

  /** Above the limit of its address a registration needs a proof of work or a wait: neighbors can delay but not block it. */
  async function admit(c: Context<Env>, form: LimitedForm, send: () => Promise<Response>): Promise<Response> {
    const address = findClientAddress(c, config.trustProxyHops)
    if (address === undefined) warnAboutUnknownAddress()
    c.set('address', address)
    const counters = getAddressCounters(address)
    addPending(counters, 1)
    try {
      const rejection = await checkAddressLimit(form, Math.max(0, ...(await getLimitRatios(counters, addressCounts))))
      if (rejection === undefined) return await send()
      c.get('addLogFields')({ limit: 'address' })
      meter?.limited('address')
      return problem(c, rejection)
    } finally {
      addPending(counters, -1)
    }
  }

  return {
    admit,
    async findExceeded(request: RegistrationRequest): Promise<{ limit: LimitName; retryAfter: number } | undefined> {
      const counters = getPersonCounters(request)
      const ratios = await getLimitRatios(counters, counts)
      const first = counters[ratios.findIndex((ratio) => ratio >= 1)]
      // The longer window for both, so that no response shows which of the two it was, or when its window started.
      return first && { limit: first.limit, retryAfter: Math.max(...counters.map(({ seconds }) => seconds)) }
    },
    countAddress: (address: Address | undefined, amount: number) =>
      add(getAddressCounters(address), amount, addressCounts),
    countPerson: (request: RegistrationRequest) => add(getPersonCounters(request), 1, counts),
  }
}

/** A form without scripts cannot compute: it is returned with an encrypted time, and may be sent 30 s later. The ticket is for
 *  one registration, since it is bound to the form's key. @returns 429 with the ticket for the page, until then */
function createWaitTicketCheck(keys: EncryptionKeys, clock: Clock) {
  const tickets = createKeysCipher(keys, 'wait v1')
  return (key: string, ticket = ''): ProblemAnswer | undefined => {
    const waitedMs = clock.now() - Number(tickets.decrypt(ticket, key) ?? Number.NaN)
    const isWaiting = waitedMs < waitMs.min
    if (!isWaiting && waitedMs < waitMs.max) return undefined
    const headers = { [waitTicketHeader]: isWaiting ? ticket : tickets.encrypt(String(clock.now()), key) }
    return tooManyRequests(Math.ceil((waitMs.min - (isWaiting ? waitedMs : 0)) / 1000), { headers })
  }
}

/** Returns the mailbox of an address: `A.Voter+news@GoogleMail.com` becomes `avoter@gmail.com`. Only for
 *  counts: the address is sent as typed. These two providers document several spellings; elsewhere a dot is significant. */
export function normalizeMailbox(email: string): string {
  const separator = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, separator).toLowerCase().split('+', 1)
  const domain = email.slice(separator + 1).toLowerCase()
  if (/^(gmail|googlemail)\.com$/.test(domain)) return `${name.replaceAll('.', '')}@gmail.com`
  if (/^(proton\.me|protonmail\.com|pm\.me)$/.test(domain)) return `${name.replaceAll(/[._-]/g, '')}@proton.me`
  return `${name}@${domain}`
}
