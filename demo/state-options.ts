/** The states, as the options of a select. */
import { stateCodes, states } from 'voter-registration/contract'

/** For each of the 51 jurisdictions its code and its name. */
export const stateOptions = stateCodes.map((code) => [code, states[code]] as const)
