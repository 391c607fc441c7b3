/** Reads the groups of `civic-facts.ts`: in which of them a state is. */
import { isStateCode, type StateCode } from '../../contract/states.ts'
import { type Codes, registrationAsOf } from './civic-facts.ts'

/** Returns the codes of a list. Throws for a word that is no code. */
export function readCodes(codes: Codes): StateCode[] {
  return codes.split(' ').map((code) => {
    if (!isStateCode(code))
      throw new Error(`"${code}" in "${codes}" is none of the 51 codes; write them as "AL AR CT".`)
    return code
  })
}

/** Whether a state is in a list. */
export function includes(codes: Codes, code: StateCode): boolean {
  return readCodes(codes).includes(code)
}

/** Returns the text of a Boolean: whether a state is in a list of all that have something. */
export function yesNo(codes: Codes, code: StateCode): 'True' | 'False' {
  return includes(codes, code) ? 'True' : 'False'
}

/** Returns the name of the group that a state is in; `undefined` when nothing is known about it. */
export function groupOf(groups: Record<string, Codes>, code: StateCode): string | undefined {
  return Object.keys(groups).find((key) => includes(groups[key] ?? '', code))
}

/** Returns the day, `YYYY-MM-DD`, on which the registration facts of a state were true. Throws for a state without one. */
export function registrationDay(code: StateCode): string {
  const date = groupOf(registrationAsOf, code)
  if (date === undefined) throw new Error(`civic-facts.ts, registrationAsOf: ${code} is in no group. Add it to one.`)
  return date
}
