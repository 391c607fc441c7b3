/** How much one address, phone, e-mail address or page may send, and all of them together. */
import { LRUCache } from 'lru-cache'
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import { type Address, countedAs, isIn, type Network } from './client-address.ts'

/** So many within so many seconds. */
export interface Limit {
  count: number
  seconds: number
}

/** What is limited. */
export const limitNames = ['ip_soft', 'ip', 'phone', 'email', 'site', 'all', 'press'] as const
export type LimitName = (typeof limitNames)[number]

/** A limit for each name; one that is left out does not limit. */
export type Limits = Partial<Record<LimitName, Limit>>

/** The limits for a real service. A library or a voter drive has one address for many people: hence two for `ip`. */
export const defaultLimits: Readonly<Record<LimitName, Limit>> = {
  /** Registrations from one address (IPv6: one /64) before a challenge must be met, where there is a bot check. */
  ip_soft: { count: 5, seconds: 600 },
  /** Registrations from one address at all. */
  ip: { count: 60, seconds: 600 },
  /** Registrations that reach the service, by phone number: each may opt a person in to text messages. */
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
  /** By the origin of the page. */
  site: { count: 120, seconds: 60 },
  all: { count: 300, seconds: 60 },
  /** Presses from one address. */
  press: { count: 30, seconds: 60 },
}

/** What a limiter decides. `retryAfter` in seconds. */
export type Verdict = { type: 'within' } | { type: 'over'; limit: LimitName; retryAfter: number }

/** What it decides about a registration that comes in. */
export type Visit = Verdict | { type: 'suspicious'; retryAfter: number }

/** The longest wait that an answer names, in seconds: a whole day would tell that it is the phone number which is known. */
const longestWait = 3600

/** Counts and decides. */
export type Limiter = ReturnType<typeof createLimiter>

/**
 * A limiter.
 *
 * @param exempt networks whose addresses are not limited: voter drives
 * @param hash names what is counted, so that nothing personal is kept
 */
export function createLimiter({
  limits,
  exempt,
  counters,
  hash,
}: {
  limits: Limits
  exempt: readonly Network[]
  counters: Counters
  hash: KeyedHash
}) {
  /** Keeps apart what BFFs with other keys count in the same database. */
  const own = hash('all')

  /** `name` is not hashed here: what is personal comes as a hash. */
  async function add(limit: LimitName, name: string | undefined, amount = 1): Promise<Verdict> {
    const max = limits[limit]
    if (max === undefined || name === undefined) return within
    const { count, endsIn } = await counters.add(`${limit} ${name}`, amount, max.seconds)
    if (count <= max.count) return within
    return { type: 'over', limit, retryAfter: Math.min(longestWait, Math.max(1, Math.ceil(endsIn / 1000))) }
  }

  /** `undefined` for an address that is not limited, or not known. */
  async function nameOf(address: Address | undefined): Promise<string | undefined> {
    if (address === undefined || exempt.some((network) => isIn(address, network))) return undefined
    return hash(countedAs(address))
  }

  return {
    /** A registration comes in. `suspicious` is over the soft limit only: it must meet a challenge, if there is one. */
    async visit(address: Address | undefined): Promise<Visit> {
      const name = await nameOf(address)
      const hard = await add('ip', name)
      if (hard.type === 'over') return hard
      const soft = await add('ip_soft', name)
      return soft.type === 'over' ? { type: 'suspicious', retryAfter: soft.retryAfter } : soft
    },
    /** A press comes in. */
    press: async (address: Address | undefined) => add('press', await nameOf(address)),
    /**
     * A registration is about to be sent to the service.
     *
     * @param site origin of the page
     * @returns with `within`: a way to take the counts of phone and e-mail address back, when nothing was registered
     */
    async send(
      request: RegistrationRequest,
      site: string,
    ): Promise<{ type: 'within'; takeBack: () => Promise<void> } | Extract<Verdict, { type: 'over' }>> {
      const counted = {
        phone: request.phone === undefined ? undefined : await hash(request.phone.replace(/\D/g, '')),
        email: await hash(mailbox(request.email)),
        site: `${await own} ${site}`,
        all: await own,
      }
      const takeBack = async (names: readonly (keyof typeof counted)[]) => {
        for (const name of names) await add(name, counted[name], -1)
      }
      const done: (keyof typeof counted)[] = []
      for (const name of sendLimits) {
        const verdict = await add(name, counted[name])
        if (verdict.type === 'over') {
          await takeBack(done)
          return verdict
        }
        done.push(name)
      }
      return { type: 'within', takeBack: () => takeBack(['phone', 'email']) }
    },
    /** Whether this is the first time, within ten minutes, that a text is seen: a challenge's solution works once. */
    async isFirst(text: string): Promise<boolean> {
      const { count } = await counters.add(await hash(`once ${text}`), 1, 600)
      return count === 1
    },
  }
}

const within: Verdict = { type: 'within' }
/** In the order in which they are counted. */
const sendLimits = ['phone', 'email', 'site', 'all'] as const

/** One mailbox has one name: `A.Voter+news@Example.org` is `a.voter@example.org`. */
function mailbox(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at).replace(/\+.*$/, '')}${email.slice(at)}`.toLowerCase()
}

/** A count and the rest of its window. */
export interface Count {
  count: number
  /** Milliseconds until the window ends and the count begins anew. */
  endsIn: number
}

/** Counts by name. Of an address, phone number or e-mail address a name has a keyed hash only. */
export interface Counters {
  /**
   * Adds to a count; the first addition begins the window.
   *
   * @param amount may be negative, to take back
   * @param seconds how long the window is
   */
  add(name: string, amount: number, seconds: number): Promise<Count>
}

/**
 * Counts in a bounded cache: of more than `max` names, the one that was added to least recently is forgotten. An attacker
 * who can make up that many addresses is not stopped by counting them.
 *
 * Not `RateLimiterMemory` of rate-limiter-flexible, which counts in PostgreSQL: it keeps every name, with a timer of its
 * own, until the window ends, a day for a phone number. 100,000 names take 60 MiB there and 28 MiB here, 500,000 take 300
 * and still 28; and it imports `cluster`, which only Node has.
 */
export function memoryCounters({ now = Date.now, max = 100_000 }: { now?: () => number; max?: number } = {}): Counters {
  const counts = new LRUCache<string, number>({ max, ttlResolution: 0, perf: { now } })

  return {
    async add(name, amount, seconds) {
      const old = counts.get(name)
      if (old === undefined) {
        // To the cache an entry is stale once it is older than this, to us once it is as old.
        counts.set(name, amount, { ttl: seconds * 1000 - 1 })
        return { count: amount, endsIn: seconds * 1000 }
      }
      const count = old + amount
      counts.set(name, count, { noUpdateTTL: true })
      return { count, endsIn: counts.getRemainingTTL(name) + 1 }
    },
  }
}
