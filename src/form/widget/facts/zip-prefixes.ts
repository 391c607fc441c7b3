/** Tells which state a ZIP code usually belongs to, by its first three digits. A hint and not a proof: some ZIP codes cross
 *  a state line, and new ones appear. */
import { type StateCode, stateCodes } from '../../../contract/states.ts'
import { exceptions, ranges, shared } from './data/zip-ranges.ts'

/**
 * Returns the state that a ZIP code suggests instead of the chosen one.
 *
 * @param zipcode five digits
 * @returns `undefined` when it fits the chosen state, when it may fit, and when nothing is known about it
 */
export function otherStateOf(zipcode: string, chosen: StateCode): StateCode | undefined {
  const prefix = zipcode.slice(0, 3)
  if (shared[prefix]?.includes(chosen) === true) return undefined
  const usual = exceptions[zipcode] ?? stateOfPrefix(Number(prefix))
  return usual === chosen ? undefined : usual
}

function stateOfPrefix(prefix: number): StateCode | undefined {
  return stateCodes.find((code) =>
    ranges[code]?.split(' ').some((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return prefix >= first && prefix <= last
    }),
  )
}
