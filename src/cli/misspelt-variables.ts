/** Finds variables of the environment that are like one of a command's, and are none. */
import { nearestName } from '../contract/nearest-name.ts'
import { fileVariable, type OptionsTable } from '../options/option.ts'
import type { Environment } from '../options/read-environment.ts'

/** A sentence for each variable that is set and misspells one of the table that is not set; never a value. */
export function misspeltVariables(table: OptionsTable, env: Environment): string[] {
  const known = Object.values(table).flatMap(({ variable, orElse, orFile }) => [
    variable,
    ...(orElse === undefined ? [] : [orElse]),
    ...(orFile === true ? [fileVariable(variable)] : []),
  ])
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== ''
  return Object.keys(env).flatMap((written) => {
    const meant = isSet(written) ? nearestName(written, known) : undefined
    return meant === undefined || isSet(meant)
      ? []
      : [`${written} is set, and is read by nothing. Do you mean ${meant}?`]
  })
}
