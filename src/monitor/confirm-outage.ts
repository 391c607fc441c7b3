/** Confirms an outage: the check is repeated by a second egress route, and a site that is known to be up is checked too. */
import type { Clock } from '../contract/clock.ts'
import type { CheckResult } from './check.ts'
import type { EgressRoute } from './egress-route.ts'
import type { Attempt, CheckFinding, CheckJob } from './store/store.ts'

export interface ConfirmOutageDeps {
  routes: readonly EgressRoute[]
  /** A site that is known to be up; without it a second failure is enough. */
  sentinel: string | undefined
  check: (site: { url: string; mustContain?: string | undefined }, route: EgressRoute) => Promise<CheckResult>
  clock: Clock
  pause: () => Promise<void>
}

export type OutageResult = Pick<CheckFinding, 'attempts' | 'verdict' | 'decisiveIndex'>

/** Caches the sentinel's status for some seconds: during a network failure it is not checked once for each site. */
export function createOutageConfirmation(
  { routes, sentinel, check, clock, pause }: ConfirmOutageDeps,
  sentinelTtlMs = 5_000,
): (site: Pick<CheckJob, 'url' | 'mustContain' | 'up'>) => Promise<OutageResult> {
  let routeIndex = 0
  const sentinels = new Map<string, { checkedAt: number; isUp: Promise<boolean> }>()

  async function attemptCheck(site: Pick<CheckJob, 'url' | 'mustContain'>, route: EgressRoute) {
    const checkedAt = clock.now()
    const { outcome, ...result } = await check(site, route)
    const attempt: Attempt = { ...result, checkedAt, up: outcome === 'up', ignored: false, via: route.name }
    return { outcome, attempt }
  }

  async function isOnline(site: string, triedRoutes: readonly EgressRoute[]): Promise<boolean> {
    if (sentinel === undefined) return true
    if (site === sentinel) return false
    for (const route of triedRoutes) if (await isSentinelUp(sentinel, route)) return true
    return false
  }

  async function isSentinelUp(url: string, route: EgressRoute): Promise<boolean> {
    const cached = sentinels.get(route.name)
    if (cached !== undefined && Math.abs(clock.now() - cached.checkedAt) < sentinelTtlMs) return cached.isUp
    const isUp = check({ url }, route).then(({ outcome }) => outcome === 'up' || outcome === 'unclear')
    sentinels.set(route.name, { checkedAt: clock.now(), isUp })
    return isUp
  }

  return async (site) => {
    const [first, second] = pickRoutes(routes, routeIndex++)
    const initial = await attemptCheck(site, first)
    if (initial.outcome === 'up') return { attempts: [initial.attempt], verdict: 'up', decisiveIndex: 0 }
    if (initial.outcome === 'unclear')
      return { attempts: [ignoreAttempt(initial.attempt)], verdict: 'unknown', decisiveIndex: 0 }
    // It is already known to be down: no confirmation is needed.
    if (initial.outcome === 'down' && site.up === false)
      return { attempts: [initial.attempt], verdict: 'down', decisiveIndex: 0 }

    if (second === first) await pause()
    const confirmation = await attemptCheck(site, second)
    if (confirmation.outcome === 'up')
      return { attempts: [ignoreAttempt(initial.attempt), confirmation.attempt], verdict: 'up', decisiveIndex: 1 }
    const inconclusive: OutageResult = {
      attempts: [ignoreAttempt(initial.attempt), ignoreAttempt(confirmation.attempt)],
      verdict: 'unknown',
      decisiveIndex: 0,
    }
    if (confirmation.outcome !== 'down') return inconclusive
    if (!(await isOnline(site.url, second === first ? [first] : [second, first]))) return inconclusive
    // The failure of a proxy proves nothing: only the second attempt has reached the site.
    if (initial.outcome === 'route_failed') {
      return { attempts: [ignoreAttempt(initial.attempt), confirmation.attempt], verdict: 'down', decisiveIndex: 1 }
    }
    return { attempts: [initial.attempt, confirmation.attempt], verdict: 'down', decisiveIndex: 0 }
  }
}

const ignoreAttempt = (attempt: Attempt): Attempt => ({ ...attempt, ignored: true })

/** Returns two egress routes, different ones if possible; the routes take turns in being first. */
function pickRoutes(routes: readonly EgressRoute[], index: number): readonly [EgressRoute, EgressRoute] {
  const first = routes[index % routes.length]
  const second = routes[(index + 1) % routes.length]
  if (first === undefined || second === undefined) throw new Error('There must be an egress route.')
  return [first, second]
}
