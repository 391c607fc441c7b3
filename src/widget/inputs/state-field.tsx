/** The state, by name: 50 states and the District of Columbia (R-A44). */
import { stateCodes, states } from '../../contract/states.ts'
import { SelectField } from './select-field.tsx'

const choices = stateCodes.map((code) => ({ value: code, label: states[code] }))

/** All 51; their names are not translated, as on the mail and on a license. */
export function StateField() {
  return <SelectField name="state" choices={choices} />
}
