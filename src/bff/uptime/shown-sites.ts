/** Sites as pages get them, in the order in which people look for them. */
import type { ShownSite, SiteHistory } from '../../contract/sites.ts'
import { states } from '../../contract/states.ts'
import { stateOf, type WatchedSite } from './site-status-cache.ts'

/** Down ones first, the latest outage on top; then by state and tool. */
export function shownSites(
  sites: readonly WatchedSite[],
  histories: ReadonlyMap<string, SiteHistory> | undefined,
  now: number,
): ShownSite[] {
  return [...sites].sort(inOrder).map((site) => {
    const history = histories?.get(site.uuid)
    const { state, tool } = site.about
    return {
      ...stateOf(site, now),
      url: site.url,
      ...(state !== undefined && { state }),
      tool,
      shares: site.shares,
      ...(history !== undefined && { history }),
    }
  })
}

function inOrder(one: WatchedSite, other: WatchedSite): number {
  const [down, otherDown] = [one.up === false, other.up === false]
  if (down !== otherDown) return down ? -1 : 1
  const latestFirst = down ? compare(other.since ?? '', one.since ?? '') : 0
  return latestFirst || compare(nameOf(one), nameOf(other)) || compare(one.url, other.url)
}

/** Sites of no state come last. */
const nameOf = ({ about: { state, tool } }: WatchedSite) => `${state === undefined ? '~' : states[state]} ${tool}`

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
