/** Rate limiter: how much one phone, e-mail address, network or page may send, and all of them together. What voters share
 *  gets a challenge and is never refused, unless the operator has set a limit for it. */
import { LRUCache } from 'lru-cache'
import { longestShownWait } from '../../contract/bff-api.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import { type Address, countedAs, isIn, type Network, networksOf } from './client-address.ts'

/** Maximum count within a window of `seconds`. */
export interface Limit {
  count: number
  seconds: number
}

/** The names of the limits. */
export const limitNames = ['ip_soft', 'ip', 'phone', 'email', 'site', 'all', 'rush', 'press', 'page'] as const
/** `partner`: the limit of its entry in the partners file. */
export type LimitName = (typeof limitNames)[number] | 'partner'

/** A limit for each name; a missing one does not limit. */
export type Limits = Partial<Record<(typeof limitNames)[number], Limit>>

/** Default limits for a real service. `ip`, `site` and `all` have none: they would refuse voters for what others do. */
export const defaultLimits = {
  /** Registrations from one IPv4 address or IPv6 /64 before each needs a challenge; a /56 has twice as many, a /48 four. */
  ip_soft: { count: 20, seconds: 600 },
  /** Registrations of everybody at one process before each needs a challenge. */
  rush: { count: 4_000, seconds: 10 },
  /** Registrations sent to the service, by phone number: each may opt a person in to text messages. */
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
  /** Presses from one address: 1,000 voters of one campus in ten minutes stay far below it. */
  press: { count: 600, seconds: 60 },
  /** Pages rendered for one address at one process: the form and the status page. */
  page: { count: 100, seconds: 10 },
} as const satisfies Limits

/** How long the limiter remembers that a form without scripts has waited, in seconds: longer than its page can be posted. */
const waitedFor = 1_200

/** Decision of the limiter. `retryAfter` in seconds. */
export type RateDecision = { type: 'within' } | { type: 'over'; limit: LimitName; retryAfter: number }

/** Decision about an incoming registration. `share`: which multiple of the free count has been sent. */
export type AddressDecision =
  | RateDecision
  | { type: 'suspicious'; limit: 'ip_soft' | 'rush'; share: number; retryAfter: number }

/** Maximum `retryAfter` of limits that voters share, in seconds. */
const maxRetryAfter = 3600

/** The rate limiter: counts and decides. */
export type Limiter = ReturnType<typeof createLimiter>

/**
 * Creates a rate limiter.
 *
 * @param exempt networks whose addresses are not limited: voter drives
 * @param hash hashes the names of counts, so that nothing personal is stored
 * @param now clock for the counts in this process's memory
 */
export function createLimiter({
  limits,
  exempt,
  counters,
  hash,
  now,
}: {
  limits: Limits
  exempt: readonly Network[]
  counters: RateStore
  hash: KeyedHash
  now: () => number
}) {
  /** Counted in this process: one row that all processes write at each registration would slow all of them down. */
  const everybody = memoryRateStore({ now, max: 1 })
  const viewers = memoryRateStore({ now, max: 10_000 })

  /** `name` is not hashed here: the caller passes personal data as a hash. */
  async function add(
    limit: LimitName,
    name: string | undefined,
    { amount = 1, kept = counters, max = limit === 'partner' ? undefined : limits[limit] }: Counting = {},
  ): Promise<RateDecision> {
    if (max === undefined || name === undefined) return within
    const { count, endsIn } = await kept.add(`${limit} ${name}`, amount, max.seconds)
    if (count <= max.count) return within
    // A phone number and an e-mail address are the voter's own: the response has the whole wait.
    const longest = limit === 'phone' || limit === 'email' ? Number.POSITIVE_INFINITY : maxRetryAfter
    return { type: 'over', limit, retryAfter: retryAfterOf(endsIn, longest) }
  }

  const isLimited = (address: Address | undefined): address is Address =>
    address !== undefined && !exempt.some((network) => isIn(address, network))

  /** Returns `undefined` for an address that is not limited, or unknown. */
  async function nameOf(address: Address | undefined): Promise<string | undefined> {
    return isLimited(address) ? hash(countedAs(address)) : undefined
  }

  /** Counts in each network around an address; returns the highest share of the free count, 0 when that is not limited. */
  async function fill(address: Address | undefined): Promise<{ share: number; endsIn: number }> {
    const { ip_soft: max } = limits
    const networks = max !== undefined && isLimited(address) ? networksOf(address) : []
    const fills = networks.map(async ({ name, households }) => {
      const { count = 1, seconds = 0 } = max ?? {}
      const added = await counters.add(`ip_soft ${await hash(name)}`, 1, seconds)
      return { share: added.count / (count * households), endsIn: added.endsIn }
    })
    return (await Promise.all(fills)).reduce((busiest, one) => (one.share > busiest.share ? one : busiest), {
      share: 0,
      endsIn: 0,
    })
  }

  /** Counts everybody together; returns the share of the free count. */
  async function rush(): Promise<{ share: number; endsIn: number }> {
    if (limits.rush === undefined) return { share: 0, endsIn: 0 }
    const { count, endsIn } = await everybody.add('rush', 1, limits.rush.seconds)
    return { share: count / limits.rush.count, endsIn }
  }

  return {
    /** Counts an incoming registration. `suspicious`: it must solve a challenge, if there is one; when the host does not
     *  report the address, each must, since none can be counted. */
    async visit(address: Address | undefined): Promise<AddressDecision> {
      const hard = limits.ip === undefined ? within : await add('ip', await nameOf(address))
      if (hard.type === 'over') return hard
      const [near, all] = await Promise.all([fill(address), rush()])
      const { share, endsIn } = all.share > near.share ? all : near
      const isUnknown = address === undefined && limits.ip_soft !== undefined
      if (share <= 1) return isUnknown ? { type: 'suspicious', limit: 'ip_soft', share: 1, retryAfter: 1 } : within
      const limit = all.share > near.share ? 'rush' : 'ip_soft'
      return {
        type: 'suspicious',
        limit,
        share,
        retryAfter: retryAfterOf(endsIn),
      }
    },
    /** Makes a form without scripts wait instead of solving a challenge. */
    wait: waitingRoom(counters, hash),
    /** Counts an incoming press. */
    press: async (address: Address | undefined) => add('press', await nameOf(address)),
    /** Counts a request for a rendered page. */
    view: async (address: Address | undefined) => add('page', await nameOf(address), { kept: viewers }),
    /** Counts a registration that is about to be sent to the service. */
    send: charging(add, hash),
    /** Whether a text is seen for the first time within ten minutes: a challenge's solution works once. */
    async isFirst(text: string): Promise<boolean> {
      const { count } = await counters.add(`once ${await hash(`once ${text}`)}`, 1, 600)
      return count === 1
    },
  }
}

const within: RateDecision = { type: 'within' }

/** How to count. Default: once, in the shared store, against the limit of its name. */
interface Counting {
  amount?: number
  kept?: RateStore
  max?: Limit | undefined
}

/** Where a registration comes from. */
export interface Sender {
  /** The origin of the page. */
  site: string
  /** The partner's id in the partners file, and its own limit. */
  partner?: { id: string; limit: Limit | undefined } | undefined
}

/** Returns the `Retry-After` in seconds for a window that ends in `endsIn` milliseconds. */
const retryAfterOf = (endsIn: number, longest = maxRetryAfter): number =>
  Math.min(longest, Math.max(1, Math.ceil(endsIn / 1000)))

/**
 * A browser without scripts cannot solve a challenge, so its registration waits instead: two seconds for each form of its
 * network that already waits, and never longer than a page can show. That slows a program down for two minutes; the limits by
 * phone number and e-mail address do the rest.
 *
 * @returns a function that takes the address and `form`, which names the filled form, the same each time it is posted;
 * it returns the seconds left, 0 when the form has waited
 */
function waitingRoom(counters: RateStore, hash: KeyedHash) {
  return async (address: Address | undefined, form: string): Promise<number> => {
    const name = await hash(`form ${form}`)
    const { count: times } = await counters.add(`waits ${name}`, 1, waitedFor)
    if (times > 1) {
      const { count, endsIn } = await counters.add(`wait ${name}`, 0, 1)
      return count === 0 ? 0 : Math.max(1, Math.ceil(endsIn / 1000))
    }
    const widest = address === undefined ? undefined : networksOf(address).at(-1)
    const line = await counters.add(`line ${await hash(widest?.name ?? 'unknown')}`, 1, longestShownWait)
    const seconds = Math.min(longestShownWait, 2 * line.count)
    await counters.add(`wait ${name}`, 1, seconds)
    return seconds
  }
}

/** The limits that a sent registration counts against, in this order. */
const sendLimits = ['phone', 'email', 'partner', 'site', 'all'] as const

/** The result of counting a registration; `takeBack` undoes the counts when nothing was registered. */
type Charge = { type: 'within'; takeBack: () => Promise<void> } | Extract<RateDecision, { type: 'over' }>

/** Counts a registration that is about to be sent to the service, or nothing of it when it is over a limit. Registrations
 *  from the same page, the hosted one, count per partner. `takeBack` undoes the counts of phone and e-mail address. */
function charging(
  add: (limit: LimitName, name: string | undefined, counting?: Counting) => Promise<RateDecision>,
  hash: KeyedHash,
) {
  /** Separates the counts of BFFs with other keys in the same database. */
  const own = hash('all')

  return async (request: RegistrationRequest, { site, partner }: Sender): Promise<Charge> => {
    const counted = {
      phone: request.phone === undefined ? undefined : await hash(request.phone.replace(/\D/g, '')),
      email: await hash(mailbox(request.email)),
      partner: partner && `${await own} ${partner.id}`,
      site: `${await own} ${partner === undefined ? site : `${site} ${partner.id}`}`,
      all: await own,
    }
    const maxOf = (name: LimitName) => (name === 'partner' ? { max: partner?.limit } : {})
    const takeBack = async (names: readonly (keyof typeof counted)[]) => {
      for (const name of names) await add(name, counted[name], { amount: -1, ...maxOf(name) })
    }
    const done: (keyof typeof counted)[] = []
    for (const name of sendLimits) {
      const verdict = await add(name, counted[name], maxOf(name))
      if (verdict.type === 'over') {
        await takeBack(done)
        return verdict
      }
      done.push(name)
    }
    return { type: 'within', takeBack: () => takeBack(['phone', 'email']) }
  }
}

/** Normalizes an e-mail address to its mailbox: `A.Voter+news@Example.org` becomes `a.voter@example.org`. */
function mailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+', 1)
  return `${name}${email.slice(at)}`.toLowerCase()
}

/** A count and the time left in its window. */
export interface Count {
  count: number
  /** Milliseconds until the window ends and the count restarts. */
  endsIn: number
}

/** Store of counts by name. For an address, phone number or e-mail address the name has only a keyed hash (HMAC). */
export interface RateStore {
  /**
   * Adds to a count; the first addition starts the window.
   *
   * @param amount may be negative, to undo
   * @param seconds length of the window
   */
  add(name: string, amount: number, seconds: number): Promise<Count>
}

/**
 * A {@link RateStore} in a bounded LRU cache: beyond `max` names, the least recently counted one is evicted. Counting does
 * not stop an attacker who can make up that many addresses.
 *
 * It does not use `RateLimiterMemory` of rate-limiter-flexible (which we use for PostgreSQL): that keeps every name, with its
 * own timer, until the window ends, a day for a phone number. 100,000 names take 60 MiB there and 28 MiB here, 500,000 take
 * 300 and still 28; and it imports `cluster`, which only Node has.
 */
export function memoryRateStore({
  now = Date.now,
  max = 100_000,
}: {
  now?: () => number
  max?: number
} = {}): RateStore {
  const counts = new LRUCache<string, number>({ max, ttlResolution: 0, perf: { now } })

  return {
    async add(name, amount, seconds) {
      const old = counts.get(name)
      if (old === undefined) {
        // The cache expires an entry once it is older than its TTL, we once it is as old.
        counts.set(name, amount, { ttl: seconds * 1000 - 1 })
        return { count: amount, endsIn: seconds * 1000 }
      }
      const count = old + amount
      counts.set(name, count, { noUpdateTTL: true })
      return { count, endsIn: counts.getRemainingTTL(name) + 1 }
    },
  }
}
