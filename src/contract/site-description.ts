/** What the monitor's description of a site says: which state's site it is, and what for. */
import type { ShownSite } from './shown-sites.ts'
import { isStateCode, type StateCode, states } from './states.ts'

/** The parsed description of a site (X26). */
export interface SiteDescription {
  /** Absent when the description does not begin with a state's code. */
  state?: StateCode
  /** The rest of the description, or all of it. */
  tool: string
  /** Whether voters register there: the service's button leads to such a site. */
  registers: boolean
}

/**
 * Parses a description such as `TN Online Voter Registration`.
 *
 * @returns `undefined` for the monitor's own sentinel, which is not a state's site
 */
export function parseSiteDescription(description: string): SiteDescription | undefined {
  const text = description.trim().replace(/\s+/g, ' ')
  if (/\bsentinel\b/i.test(text)) return undefined
  const [, code, rest] = /^([A-Z]{2})\b[\s:,–-]*(.*)/.exec(text) ?? []
  const isOfState = isStateCode(code) && rest !== undefined && rest !== ''
  const tool = isOfState ? rest : text
  return { ...(isOfState && { state: code }), tool, registers: /\bonline (voter )?registration\b/i.test(tool) }
}

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
