/** Counts registrations by client address, phone number and mailbox. docs/limits.md has the table. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import { createMemoryCounts } from '../store/memory-counts.ts'
import type { CountStore } from '../store/store.ts'
import { type Address, networksOf } from './client-address.ts'
import { mailboxOf } from './mailbox.ts'

/** The names of the limits. */
export const limitNames = ['address', 'phone', 'email'] as const
export type LimitName = (typeof limitNames)[number]

/** Maximum count within a window of `seconds`, by name; a missing limit does not limit. */
export type Limits = Partial<Record<LimitName, { count: number; seconds: number }>>

/** Default limits for a real service. */
export const defaultLimits = {
  /** From one IPv4 address or IPv6 /64 before each needs a proof of work; a /56 has twice as many, a /48 four times. */
  address: { count: 20, seconds: 600 },
  /** Each may opt a person in to text messages. */
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
} as const satisfies Limits

/** What a 429 of the service counts for the address whose registration got it. */
export const busyAmount = 20

/** One count: its name, and the number at which its limit is reached. */
interface Counter {
  name: string
  max: number
  seconds: number
}

/** Dependencies of {@link createRateLimiter}. */
interface RateLimiterDeps {
  limits: Limits
  counts: CountStore
  /** Hashes the names of counts, so that nothing personal is stored. */
  hash: KeyedHash
  now: () => number
}

/** Creates the limiter. Only what the service has accepted, or may have, is counted; what is in flight may exceed a limit. */
export function createRateLimiter({ limits, counts, hash, now }: RateLimiterDeps) {
  /** Only processes that share counts store those of addresses: no file keeps them. */
  const addressCounts = counts.isShared ? counts : createMemoryCounts()
  /** What this process has in flight by address, or has counted and not stored yet. */
  const pending = new Map<string, number>()

  /** @returns a function that takes the amount back */
  function addPending(name: string, amount: number): () => void {
    pending.set(name, (pending.get(name) ?? 0) + amount)
    return () => {
      const rest = (pending.get(name) ?? 0) - amount
      if (rest > 0) pending.set(name, rest)
      else pending.delete(name)
    }
  }

  async function add(counters: readonly Counter[], amount: number, store: CountStore): Promise<void> {
    const stored = counters.map(async ({ name, seconds }) => {
      const release = addPending(name, amount)
      await store.add(name, { amount, now: now(), until: now() + seconds * 1000 })
      release()
    })
    // Other processes read the store: the response waits until they see the count.
    if (store.isShared) await Promise.all(stored)
  }

  /** Returns counts, each with what was pending when it was asked for. */
  async function read(counters: readonly Counter[], store: CountStore): Promise<number[]> {
    const names = counters.map(({ name }) => name)
    const unstored = names.map((name) => pending.get(name) ?? 0)
    const stored = await store.read(names, now())
    return unstored.map((count, index) => count + (stored[index] ?? 0))
  }

  async function findAddressCounters(address: Address | undefined): Promise<Counter[]> {
    const limit = limits.address
    if (limit === undefined || address === undefined) return []
    return Promise.all(
      networksOf(address).map(async ({ name, households }) => {
        return { name: `address ${await hash(name)}`, max: limit.count * households, seconds: limit.seconds }
      }),
    )
  }

  async function findPersonCounters({ phone, email }: RegistrationRequest) {
    const names = { phone: phone && phone.replace(/\D/g, ''), email: mailboxOf(email) }
    const counters = (['phone', 'email'] as const).map(async (limit) => {
      const [max, name] = [limits[limit], names[limit]]
      if (max === undefined || !name) return []
      return [{ limit, name: `${limit} ${await hash(name)}`, max: max.count, seconds: max.seconds }]
    })
    return (await Promise.all(counters)).flat()
  }

  return {
    /** Notes a registration in flight. @returns which multiple of its address's limit is reached with it */
    async enter(address: Address | undefined): Promise<{ share: number; leave: () => void }> {
      const counters = await findAddressCounters(address)
      const releases = counters.map(({ name }) => addPending(name, 1))
      const reached = await read(counters, addressCounts)
      const share = Math.max(0, ...counters.map(({ max }, index) => (reached[index] ?? 0) / max))
      const leave = () => {
        for (const release of releases) release()
      }
      return { share, leave }
    },
    /** Returns the limit of the phone number or mailbox that is reached, if any. */
    async findReached(request: RegistrationRequest): Promise<{ limit: LimitName; retryAfter: number } | undefined> {
      const counters = await findPersonCounters(request)
      const reached = await read(counters, counts)
      const first = counters.find(({ max }, index) => (reached[index] ?? 0) >= max)
      // The longer window for both, so that no answer tells which of the two it was, or when its window began.
      return first && { limit: first.limit, retryAfter: Math.max(...counters.map(({ seconds }) => seconds)) }
    },
    /** Counts for an address. */
    countAddress: async (address: Address | undefined, amount: number) =>
      add(await findAddressCounters(address), amount, addressCounts),
    /** Counts an accepted registration for its phone number and mailbox. */
    countPerson: async (request: RegistrationRequest) => add(await findPersonCounters(request), 1, counts),
    /** Whether a text is seen for the first time within ten minutes: a challenge's solution works once. */
    isFirst: async (text: string) =>
      counts.claim(`once ${await hash(`once ${text}`)}`, { now: now(), until: now() + 600_000 }),
  }
}
