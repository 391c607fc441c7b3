/** The order of sites in every list of them: those that are down first, latest outage on top; then by state and tool. */
import type { ShownSite } from './shown-sites.ts'
import { isStateCode, states } from './states.ts'

/** The properties by which sites are ordered. */
type Ordered = Pick<ShownSite, 'up' | 'since' | 'state' | 'tool' | 'url'>

/** Compares two sites, for `sort`. Sites of no state come last. */
export function orderOfSites(one: Ordered, other: Ordered): number {
  const [down, otherDown] = [one.up === false, other.up === false]
  if (down !== otherDown) return down ? -1 : 1
  const latestFirst = down ? compare(other.since ?? '', one.since ?? '') : 0
  return latestFirst || compare(nameOf(one), nameOf(other)) || compare(one.url, other.url)
}

const nameOf = ({ state, tool }: Ordered) => `${isStateCode(state) ? states[state] : '~'} ${tool}`

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
