/** Confirms an outage: the check is repeated by a second egress route, and a site that is known to be up is checked too. */
import type { Clock } from '../contract/clock.ts'
import type { CheckResult } from './check.ts'
import type { EgressRoute } from './egress-route.ts'
import type { Attempt, Finding, Turn } from './store/store.ts'

export interface ConfirmOutageDeps {
  ways: readonly EgressRoute[]
  /** A site that is known to be up; without it a second failure is enough. */
  sentinel: string | undefined
  check: (site: { url: string; mustContain?: string | undefined }, way: EgressRoute) => Promise<CheckResult>
  clock: Clock
  pause: () => Promise<void>
}

export type Found = Pick<Finding, 'attempts' | 'verdict' | 'telling'>

/** Caches the sentinel's status for some seconds: during a network failure it is not checked once for each site. */
export function createOutageConfirmation(
  { ways, sentinel, check, clock, pause }: ConfirmOutageDeps,
  fresh = 5_000,
): (site: Pick<Turn, 'url' | 'mustContain' | 'up'>) => Promise<Found> {
  let turn = 0
  const sentinels = new Map<string, { at: number; isUp: Promise<boolean> }>()

  async function attempt(site: Pick<Turn, 'url' | 'mustContain'>, way: EgressRoute) {
    const at = clock.now()
    const { outcome, ...result } = await check(site, way)
    const kept: Attempt = { ...result, at, up: outcome === 'up', ignored: false, via: way.name }
    return { outcome, kept }
  }

  async function isOnline(site: string, tried: readonly EgressRoute[]): Promise<boolean> {
    if (sentinel === undefined) return true
    if (site === sentinel) return false
    for (const way of tried) if (await isSentinelUp(sentinel, way)) return true
    return false
  }

  async function isSentinelUp(url: string, way: EgressRoute): Promise<boolean> {
    const known = sentinels.get(way.name)
    if (known !== undefined && Math.abs(clock.now() - known.at) < fresh) return known.isUp
    const isUp = check({ url }, way).then(({ outcome }) => outcome === 'up' || outcome === 'unclear')
    sentinels.set(way.name, { at: clock.now(), isUp })
    return isUp
  }

  return async (site) => {
    const [first, second] = nextRoutes(ways, turn++)
    const one = await attempt(site, first)
    if (one.outcome === 'up') return { attempts: [one.kept], verdict: 'up', telling: 0 }
    if (one.outcome === 'unclear') return { attempts: [ignored(one.kept)], verdict: 'unknown', telling: 0 }
    // It is already known to be down: no confirmation is needed.
    if (one.outcome === 'down' && site.up === false) return { attempts: [one.kept], verdict: 'down', telling: 0 }

    if (second === first) await pause()
    const two = await attempt(site, second)
    if (two.outcome === 'up') return { attempts: [ignored(one.kept), two.kept], verdict: 'up', telling: 1 }
    const nobody: Found = { attempts: [ignored(one.kept), ignored(two.kept)], verdict: 'unknown', telling: 0 }
    if (two.outcome !== 'down') return nobody
    if (!(await isOnline(site.url, second === first ? [first] : [second, first]))) return nobody
    // The failure of a proxy proves nothing: only the second attempt has reached the site.
    if (one.outcome === 'route_failed') {
      return { attempts: [ignored(one.kept), two.kept], verdict: 'down', telling: 1 }
    }
    return { attempts: [one.kept, two.kept], verdict: 'down', telling: 0 }
  }
}

const ignored = (attempt: Attempt): Attempt => ({ ...attempt, ignored: true })

/** Returns two egress routes, different ones if possible; the routes take turns in being first. */
function nextRoutes(ways: readonly EgressRoute[], turn: number): readonly [EgressRoute, EgressRoute] {
  const first = ways[turn % ways.length]
  const second = ways[(turn + 1) % ways.length]
  if (first === undefined || second === undefined) throw new Error('There must be an egress route.')
  return [first, second]
}
