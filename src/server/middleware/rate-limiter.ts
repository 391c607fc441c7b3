/** Rate limiter: how much one phone, e-mail address, network or page may send, and all of them together. The table of
 *  what counts and what it leads to is in `docs/limits.md`. */

import { longestShownWait } from '../../contract/bff-api.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import { type Address, countedAs, isIn, type Network, networksOf } from './client-address.ts'
import { mailboxOf } from './mailbox.ts'
import { memoryRateStore, type RateStore } from './rate-store.ts'
import { createTurns, type Leave } from './turns.ts'

/** Maximum count within a window of `seconds`. */
export interface Limit {
  count: number
  seconds: number
}

/** Limits that ask for a proof of work, and refuse nobody. */
const softNames = ['ip_soft', 'all_soft'] as const

/** The names of the limits. */
export const limitNames = [...softNames, 'refused', 'ip', 'phone', 'email', 'site', 'all'] as const
/** `partner`: the limit of its entry in the partners file. */
export type LimitName = (typeof limitNames)[number] | 'partner'

/** A limit for each name; a missing one does not limit. */
export type Limits = Partial<Record<(typeof limitNames)[number], Limit>>

/** Default limits for a real service. `ip`, `site` and `all` have none: they would refuse voters for what others do. */
export const defaultLimits = {
  /** Registrations from one IPv4 address or IPv6 /64 before each needs a challenge; a /56 has twice as many, a /48 four. */
  ip_soft: { count: 20, seconds: 600 },
  /** Refused registrations of such an address from which on each needs a challenge: who tries out what is known here pays. */
  refused: { count: 1, seconds: 600 },
  /** Registrations of everybody at one process before each needs a challenge. */
  all_soft: { count: 4_000, seconds: 10 },
  /** Registrations that the service has accepted, by phone number: each may opt a person in to text messages. */
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
} as const satisfies Limits

/** How long the limiter remembers that a form without scripts has waited, in seconds: longer than its page can be posted. */
const waitedFor = 1_200

/** Over a limit. `retryAfter` in seconds: the same for everybody, or it would tell when somebody else was here. */
type Over = { type: 'over'; limit: LimitName; retryAfter: number }

/** Decision of the limiter. */
type RateDecision = { type: 'within' } | Over

/** Decision about an incoming registration. `share`: which multiple of the free count has been sent. */
export type AddressDecision =
  | RateDecision
  | { type: 'suspicious'; limit: 'ip_soft' | 'refused' | 'all_soft'; share: number; retryAfter: number }

/** Maximum `retryAfter` of limits that voters share, in seconds. */
const maxRetryAfter = 3600

/** The limits that an accepted registration counts against. */
type SendLimit = 'phone' | 'email' | 'partner' | 'site' | 'all'

/** Where a registration comes from. */
export interface Sender {
  /** The origin of the page. */
  site: string
  /** The partner's id in the partners file, and its own limit. */
  partner?: { id: string; limit: Limit | undefined } | undefined
  address: Address | undefined
}

/** Permission to send a registration: within every limit. */
export interface Turn {
  type: 'within'
  /** Counts it, once; to be called when the service has accepted it, and never otherwise. */
  count(): Promise<void>
  /** Lets the next one with the same phone number or mailbox go on; to be called in any case. */
  leave: Leave
}

/** Decision about a registration that is about to be sent. */
export type SendDecision = Turn | Over

/** Dependencies of {@link createLimiter}. */
interface LimiterDeps {
  limits: Limits
  /** Networks whose addresses are not limited: voter drives. */
  exempt: readonly Network[]
  counters: RateStore
  /** Hashes the names of counts, so that nothing personal is stored. */
  hash: KeyedHash
  /** Clock for the counts in this process's memory. */
  now: () => number
}

/** Creates a rate limiter. */
export function createLimiter({ limits, exempt, counters, hash, now }: LimiterDeps) {
  /** Counted in this process: one row that all processes write at each registration would slow all of them down. */
  const everybody = memoryRateStore({ now, max: 1 })
  /** Refused registrations by address. */
  const here = memoryRateStore({ now, max: 10_000 })

  const isLimited = (address: Address | undefined): address is Address =>
    address !== undefined && !exempt.some((network) => isIn(address, network))

  /** Counts one more of a name, or nothing when it is over its limit. */
  async function take(limit: LimitName, name: string, kept: RateStore): Promise<RateDecision> {
    const max = limit === 'partner' ? undefined : limits[limit]
    if (max === undefined) return within
    const { count } = await kept.add(`${limit} ${name}`, 1, max.seconds)
    if (count <= max.count) return within
    await kept.add(`${limit} ${name}`, -1, max.seconds)
    return over(limit, max)
  }

  /** Counts by address; one that is not limited, or unknown, is not counted. */
  const takeOf = async (limit: LimitName, address: Address | undefined, kept: RateStore): Promise<RateDecision> =>
    isLimited(address) ? take(limit, await hash(countedAs(address)), kept) : within

  /** Adds in each network around an address; returns the highest share of the count, 0 when that is not limited. */
  async function fill(limit: 'ip_soft' | 'refused', address: Address | undefined, amount: 0 | 1, kept: RateStore) {
    const max = limits[limit]
    if (max === undefined || !isLimited(address)) return 0
    const shares = networksOf(address).map(async ({ name, households }) => {
      const key = `${limit} ${await hash(name)}`
      const count = amount === 0 ? (await kept.read([key]))[0] : (await kept.add(key, amount, max.seconds)).count
      return (count ?? 0) / (max.count * households)
    })
    return Math.max(...(await Promise.all(shares)))
  }

  /** Counts everybody together; returns the share of the free count. */
  async function allSoft(): Promise<number> {
    if (limits.all_soft === undefined) return 0
    const { count } = await everybody.add('all_soft', 1, limits.all_soft.seconds)
    return count / limits.all_soft.count
  }

  return {
    /** Counts an incoming registration. `suspicious`: it must solve a challenge, if there is one. No limit by address applies
     *  when the host does not report the address. */
    async visit(address: Address | undefined): Promise<AddressDecision> {
      const hard = await takeOf('ip', address, counters)
      if (hard.type === 'over') return hard
      const [near, all, refused] = await Promise.all([
        fill('ip_soft', address, 1, counters),
        allSoft(),
        fill('refused', address, 0, here),
      ])
      const share = Math.max(near, all)
      if (share <= 1 && refused < 1) return within
      const limit = share <= 1 ? 'refused' : all > near ? 'all_soft' : 'ip_soft'
      return suspicious(limit, Math.max(1, share), waitOf(limits[limit]))
    },
    /** Notes that a registration was refused, by the service or by the limit of its phone number or mailbox. */
    async refused(address: Address | undefined): Promise<void> {
      await fill('refused', address, 1, here)
    },
    /** Makes a form without scripts wait instead of solving a challenge. */
    wait: waitingRoom(counters, hash),
    /** Decides about a registration that is about to be sent to the service. */
    send: sending(limits, counters, hash),
    /** Whether a text is seen for the first time within ten minutes: a challenge's solution works once. */
    async isFirst(text: string): Promise<boolean> {
      const { count } = await counters.add(`once ${await hash(`once ${text}`)}`, 1, 600)
      return count === 1
    },
  }
}

const within: RateDecision = { type: 'within' }

/** Returns the `Retry-After` of a limit that voters share, in seconds. */
const waitOf = (max: Limit | undefined): number => Math.min(maxRetryAfter, max?.seconds ?? 1)

const over = (limit: LimitName, max: Limit): Over => ({ type: 'over', limit, retryAfter: waitOf(max) })

function suspicious(limit: 'ip_soft' | 'refused' | 'all_soft', share: number, retryAfter: number): AddressDecision {
  return { type: 'suspicious', limit, share, retryAfter }
}

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
    const line = await counters.add(`line ${await hash(placeOf(address))}`, 1, longestShownWait)
    const seconds = Math.min(longestShownWait, 2 * line.count)
    await counters.add(`wait ${name}`, 1, seconds)
    return seconds
  }
}

/** Returns the widest network of an address. */
const placeOf = (address: Address | undefined): string =>
  (address === undefined ? undefined : networksOf(address).at(-1)?.name) ?? 'unknown'

/**
 * Decides about registrations that are about to be sent, and counts those that the service has accepted. Registrations from
 * the same page, the hosted one, count per partner.
 *
 * Of each phone number and mailbox one registration at a time is under way, whatever its count, unless the next one has waited
 * too long: nothing is counted before the service has answered, and how fast an answer comes tells nothing about the count. Each
 * limit may be exceeded by the registrations that are under way when it is reached.
 */
function sending(limits: Limits, counters: RateStore, hash: KeyedHash) {
  /** Separates the counts of BFFs with other keys in the same database. */
  const own = hash('all')
  const takeTurn = createTurns(counters)
  /** The same for both, so that no answer tells which of the two it was, or when its window began. */
  const personalWait = Math.max(limits.phone?.seconds ?? 0, limits.email?.seconds ?? 0)

  /** Returns the counts of a registration, in the order in which they are compared. */
  async function countsOf({ phone, email }: RegistrationRequest, { site, partner }: Sender) {
    const id = await own
    const all: [limit: SendLimit, max: Limit | undefined, name: string | undefined][] = [
      ['phone', limits.phone, limits.phone && phone && (await hash(phone.replace(/\D/g, '')))],
      ['email', limits.email, limits.email && (await hash(mailboxOf(email)))],
      ['partner', partner?.limit, partner && `${id} ${partner.id}`],
      ['site', limits.site, partner === undefined ? `${id} ${site}` : `${id} ${site} ${partner.id}`],
      ['all', limits.all, id],
    ]
    return all.flatMap(([limit, max, name]) => (max && name ? [{ limit, max, name: `${limit} ${name}` }] : []))
  }

  return async (request: RegistrationRequest, sender: Sender): Promise<SendDecision> => {
    const counts = await countsOf(request, sender)
    const personal = counts.flatMap(({ limit, name }) => (limit === 'phone' || limit === 'email' ? [name] : []))
    const leave = personal.length === 0 ? nothing : await takeTurn(personal, placeOf(sender.address))
    try {
      const seen = counts.length === 0 ? [] : await counters.read(counts.map(({ name }) => name))
      const reached = counts.find(({ max }, index) => (seen[index] ?? 0) >= max.count)
      if (reached === undefined) {
        let isCounted = false
        const count = async () => {
          if (isCounted) return
          isCounted = true
          await Promise.all(counts.map(({ name, max }) => counters.add(name, 1, max.seconds)))
        }
        return { type: 'within', count, leave }
      }
      await leave()
      const { limit, max } = reached
      return limit === 'phone' || limit === 'email'
        ? { type: 'over', limit, retryAfter: personalWait }
        : over(limit, max)
    } catch (error) {
      await leave()
      throw error
    }
  }
}

const nothing = async (): Promise<void> => undefined
