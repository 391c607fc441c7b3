/** How much one phone, e-mail address, network or page may send, and all of them together. What voters share is asked for a
 *  proof and never refused, unless the operator has set a limit for it. */
import { LRUCache } from 'lru-cache'
import { longestShownWait } from '../../contract/bff-api.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import { type Address, countedAs, isIn, type Network, networksOf } from './client-address.ts'

/** So many within so many seconds. */
export interface Limit {
  count: number
  seconds: number
}

/** What is limited. */
export const limitNames = ['ip_soft', 'ip', 'phone', 'email', 'site', 'all', 'rush', 'press', 'page'] as const
/** `partner`: the limit of its entry in the partners file. */
export type LimitName = (typeof limitNames)[number] | 'partner'

/** A limit for each name; one that is left out does not limit. */
export type Limits = Partial<Record<(typeof limitNames)[number], Limit>>

/** The limits for a real service. `ip`, `site` and `all` have none: they would refuse voters for what others do. */
export const defaultLimits = {
  /** Registrations from one IPv4 address or IPv6 /64 before each costs a challenge; a /56 has twice as many, a /48 four times. */
  ip_soft: { count: 20, seconds: 600 },
  /** Registrations of everybody at one process before each costs a challenge. */
  rush: { count: 4_000, seconds: 10 },
  /** Registrations that reach the service, by phone number: each may opt a person in to text messages. */
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
  /** Presses from one address: 1,000 voters of one campus in ten minutes stay far below it. */
  press: { count: 600, seconds: 60 },
  /** Pages that are made for one address at one process: the form and the status page. */
  page: { count: 100, seconds: 10 },
} as const satisfies Limits

/** How long it is known that a form without scripts has waited, in seconds: longer than its page can be posted. */
const waitedFor = 1_200

/** What a limiter decides. `retryAfter` in seconds. */
export type RateDecision = { type: 'within' } | { type: 'over'; limit: LimitName; retryAfter: number }

/** What it decides about a registration that comes in. `share`: how many times what is free has been sent. */
export type AddressDecision =
  | RateDecision
  | { type: 'suspicious'; limit: 'ip_soft' | 'rush'; share: number; retryAfter: number }

/** The longest wait that an answer names, in seconds, where voters share what is counted. */
const maxRetryAfter = 3600

/** Counts and decides. */
export type Limiter = ReturnType<typeof createLimiter>

/**
 * A limiter.
 *
 * @param exempt networks whose addresses are not limited: voter drives
 * @param hash names what is counted, so that nothing personal is kept
 * @param now times what this process counts by itself
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
  /** Counted here: one row that all processes write at each registration would slow all of them down. */
  const everybody = memoryRateStore({ now, max: 1 })
  const viewers = memoryRateStore({ now, max: 10_000 })

  /** `name` is not hashed here: what is personal comes as a hash. */
  async function add(
    limit: LimitName,
    name: string | undefined,
    { amount = 1, kept = counters, max = limit === 'partner' ? undefined : limits[limit] }: Counting = {},
  ): Promise<RateDecision> {
    if (max === undefined || name === undefined) return within
    const { count, endsIn } = await kept.add(`${limit} ${name}`, amount, max.seconds)
    if (count <= max.count) return within
    // A phone number and an e-mail address are the voter's own: the answer has the whole wait.
    const longest = limit === 'phone' || limit === 'email' ? Number.POSITIVE_INFINITY : maxRetryAfter
    return { type: 'over', limit, retryAfter: retryAfterOf(endsIn, longest) }
  }

  const isLimited = (address: Address | undefined): address is Address =>
    address !== undefined && !exempt.some((network) => isIn(address, network))

  /** `undefined` for an address that is not limited, or not known. */
  async function nameOf(address: Address | undefined): Promise<string | undefined> {
    return isLimited(address) ? hash(countedAs(address)) : undefined
  }

  /** How often the fullest network around an address has sent as much as it may; 0 where that is not limited. */
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

  /** How often everybody together has sent as much as they may. */
  async function rush(): Promise<{ share: number; endsIn: number }> {
    if (limits.rush === undefined) return { share: 0, endsIn: 0 }
    const { count, endsIn } = await everybody.add('rush', 1, limits.rush.seconds)
    return { share: count / limits.rush.count, endsIn }
  }

  return {
    /** A registration comes in. `suspicious`: it must meet a challenge, if there is one; where the host does not tell who
     *  sends, each must, since none can be counted. */
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
    /** What a form without scripts does in place of a challenge. */
    wait: waitingRoom(counters, hash),
    /** A press comes in. */
    press: async (address: Address | undefined) => add('press', await nameOf(address)),
    /** A page is asked for, which has to be made. */
    view: async (address: Address | undefined) => add('page', await nameOf(address), { kept: viewers }),
    /** A registration is about to be sent to the service. */
    send: charging(add, hash),
    /** Whether this is the first time, within ten minutes, that a text is seen: a challenge's solution works once. */
    async isFirst(text: string): Promise<boolean> {
      const { count } = await counters.add(await hash(`once ${text}`), 1, 600)
      return count === 1
    },
  }
}

const within: RateDecision = { type: 'within' }

/** How something is counted, where it is not once, in the shared memory, against the limit of its name. */
interface Counting {
  amount?: number
  kept?: RateStore
  max?: Limit | undefined
}

/** Where a registration comes from. */
export interface Sender {
  /** The origin of the page. */
  site: string
  /** The partner's name in the partners file, and its own limit. */
  partner?: { id: string; limit: Limit | undefined } | undefined
}

/** The seconds that an answer names for a window that ends in so many milliseconds. */
const retryAfterOf = (endsIn: number, longest = maxRetryAfter): number =>
  Math.min(longest, Math.max(1, Math.ceil(endsIn / 1000)))

/**
 * A registration that must meet a challenge cannot compute, because its browser runs no scripts: it waits instead, two seconds
 * for each form of its network that waits already, and never longer than a page can show. That slows a program down for two
 * minutes; what its registrations may do is up to the limits by phone number and e-mail address.
 *
 * @returns takes the address and `form`, which names the filled form, the same each time it is posted; gives the seconds
 * that are left, 0 when it has waited
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

/** What is counted of a registration that is sent, in this order. */
const sendLimits = ['phone', 'email', 'partner', 'site', 'all'] as const

/** The counts of a registration are taken back when nothing was registered. */
type Charge = { type: 'within'; takeBack: () => Promise<void> } | Extract<RateDecision, { type: 'over' }>

/** A registration is about to be sent to the service: counts it, or nothing of it when it is over a limit. What partners send
 *  from the same page, the hosted one, is counted for each. With `within` comes a way to take the counts of phone and e-mail address back. */
function charging(
  add: (limit: LimitName, name: string | undefined, counting?: Counting) => Promise<RateDecision>,
  hash: KeyedHash,
) {
  /** Keeps apart what BFFs with other keys count in the same database. */
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
export interface RateStore {
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
