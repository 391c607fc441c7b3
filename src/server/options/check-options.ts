/** Checks options against their table. */
import * as z from 'zod/mini'
import type { OptionsTable } from './option.ts'

/** One problem of the options. */
export interface Problem {
  /** The option's name; `undefined` when it is not about a known option. */
  option: string | undefined
  /** Continues the name of the option: `is missing. Set it to …`. Never holds a secret. */
  says: string
}

/** The schemas of a table, by option; keeps the docstrings of the rows. */
export type Shape<Table extends OptionsTable> = { [Name in keyof Table]: Table[Name]['schema'] }

/** Returns the schema of all options of a table; other keys are rejected. */
export function schemaOf<Table extends OptionsTable>(table: Table): z.ZodMiniObject<Shape<Table>, z.core.$strict>
export function schemaOf(table: OptionsTable): z.ZodMiniObject<Record<string, z.ZodMiniType>, z.core.$strict> {
  return z.strictObject(Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])))
}

/**
 * Returns every problem of each option by itself; empty when there is none.
 *
 * @param options as a program or the environment gave them
 */
export function problemsIn(table: OptionsTable, options: Readonly<Record<string, unknown>>): Problem[] {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(table, name))
  const misspelt = { option: undefined, says: `There is no option ${unknown.join(', ')}. Check the spelling.` }
  return [
    ...(unknown.length > 0 ? [misspelt] : []),
    ...Object.entries(table).flatMap(([option, { schema, explain }]): Problem[] => {
      const issues = schema.safeParse(options[option]).error?.issues ?? []
      if (explain === undefined || issues.length === 0) return issues.map(({ message }) => ({ option, says: message }))
      return [{ option, says: explain([...new Set(issues.flatMap(placesOf))]) }]
    }),
  ]
}

/** Returns the paths of an issue in a value, for example `en.elements.stop_help`. */
function placesOf(issue: z.core.$ZodIssue): string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  return keys.map((place) => place.join('.'))
}
