/** The states as options of a select. */
import { stateCodes, states } from 'voter-registration/contract'

/** The code and the name of each of the 51 jurisdictions. */
export const stateOptions = stateCodes.map((code) => [code, states[code]] as const)
