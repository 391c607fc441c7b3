/** Finds variables of the environment that are like one of a table's, and are none. */
import { nearestName } from '../../contract/nearest-name.ts'
import { fileVariable, type OptionsTable } from '../../options/option.ts'
import type { Environment } from '../../options/read-environment.ts'
import type { BffOptions } from './options.ts'
import { bffOptions } from './options-table.ts'

/** A variable's name as it is set, and the name that is meant. */
export interface MisspelledVariable {
  written: string
  meant: string
}

/** Each variable that is set and misspells one of the table that is not set; names alone, never a value. */
export function misspelledVariables(table: OptionsTable, env: Environment): MisspelledVariable[] {
  const known = Object.values(table).flatMap(({ variable, orElse, orFile }) => [
    variable,
    ...(orElse === undefined ? [] : [orElse]),
    ...(orFile === true ? [fileVariable(variable)] : []),
  ])
  // A Worker's environment holds more than texts.
  const isSet = (name: string) => typeof env[name] === 'string' && env[name].trim() !== ''
  return Object.keys(env).flatMap((written) => {
    // With another first letter it is rather a variable of the host's own, as BASE_URL is beside PAGE_URL.
    const alike = known.filter((name) => name[0] === written[0])
    const meant = isSet(written) ? nearestName(written, alike) : undefined
    return meant === undefined || isSet(meant) ? [] : [{ written, meant }]
  })
}

/** Where options carry what is misspelt. A symbol is no option, and a copy of the options has it, too. Of the whole process: the
 *  doors may be loaded apart. */
const carried: unique symbol = Symbol.for('voter-registration-server: misspelt variables')
type CarryingOptions = BffOptions & { readonly [carried]?: readonly MisspelledVariable[] }

/** The options, with the variables that are misspelt in the environment that they were read from. */
export function withMisspelled(options: BffOptions, env: Environment): BffOptions {
  const found = misspelledVariables(bffOptions, env)
  const carrying: CarryingOptions = found.length === 0 ? options : { ...options, [carried]: found }
  return carrying
}

/** The variables that were misspelt where these options were read. */
export function misspelledIn(options: CarryingOptions): readonly MisspelledVariable[] {
  return options[carried] ?? []
}
