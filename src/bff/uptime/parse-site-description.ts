/** Which state a site belongs to and what it is for, from the service's description of it (X26). */
import { isStateCode, type StateCode } from '../../contract/states.ts'

/** What a description holds. */
export interface AboutSite {
  /** Absent where the description begins with no state's code. */
  state?: StateCode
  /** The rest of it, or all. */
  tool: string
  /** Whether voters register there: the service's button leads to such a site. */
  registers: boolean
}

/**
 * Reads a description such as `TN Online Voter Registration`.
 *
 * @returns `undefined` for the monitor's own sentinel, which is no site of a state
 */
export function aboutSite(description: string): AboutSite | undefined {
  const text = description.trim().replace(/\s+/g, ' ')
  if (/\bsentinel\b/i.test(text)) return undefined
  const [, code, rest] = /^([A-Z]{2})\b[\s:,–-]*(.*)$/.exec(text) ?? []
  const isOfState = isStateCode(code) && rest !== undefined && rest !== ''
  const tool = isOfState ? rest : text
  return { ...(isOfState && { state: code }), tool, registers: /\bonline (voter )?registration\b/i.test(tool) }
}
