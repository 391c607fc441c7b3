/** Finds environment variables whose names are similar to one of a program's but misspelled. */
import { nearestName } from '../../contract/nearest-name.ts'
import { fileVariable, optionsIn, type Program } from '../options/option.ts'
import type { Environment } from '../options/read-environment.ts'
import { BffOptions } from './options.ts'

/** A variable's name as it is set, and the intended name. */
export interface MisspelledVariable {
  written: string
  meant: string
}

/** Returns each set variable that misspells an unset one of the program; names only, never a value. */
export function misspelledVariables(program: Program, env: Environment): MisspelledVariable[] {
  const known = optionsIn(program).flatMap(({ variable = '', orElse, orFile }) => [
    variable,
    ...(orElse === undefined ? [] : [orElse]),
    ...(orFile === true ? [fileVariable(variable)] : []),
  ])
  // A Worker's environment also holds values that are not strings.
  const isSet = (name: string) => typeof env[name] === 'string' && env[name].trim() !== ''
  return Object.keys(env).flatMap((written) => {
    // A name with another first letter is more likely the host's own variable, as BASE_URL is beside PAGE_URL.
    const alike = known.filter((name) => name[0] === written[0])
    const shortened = written.includes('_') ? alike.find((name) => name.startsWith(`${written}_`)) : undefined
    const meant = isSet(written) && !known.includes(written) ? (nearestName(written, alike) ?? shortened) : undefined
    return meant === undefined || isSet(meant) ? [] : [{ written, meant }]
  })
}

/** Key under which options carry the misspelled variables. A symbol is not an option, and a copy of the options keeps it. It
 *  is global to the process, because the doors may be loaded separately. */
const carried: unique symbol = Symbol.for('voter-registration-server: misspelt variables')
type CarryingOptions = BffOptions & { readonly [carried]?: readonly MisspelledVariable[] }

/** Returns the options together with the misspelled variables of the environment they were read from. */
export function withMisspelled(options: BffOptions, env: Environment): BffOptions {
  const found = misspelledVariables(BffOptions, env)
  const carrying: CarryingOptions = found.length === 0 ? options : { ...options, [carried]: found }
  return carrying
}

/** Returns the misspelled variables of the environment these options were read from. */
export function misspelledIn(options: CarryingOptions): readonly MisspelledVariable[] {
  return options[carried] ?? []
}
