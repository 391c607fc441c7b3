/** What the monitor's description of a site says: which state's site it is, and what for. */
import { isStateCode, type StateCode } from './states.ts'

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
