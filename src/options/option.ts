/** One option of a server: its check, its environment variable and the sentence about it. A table of options yields the
 *  parsing of the environment, the errors, the text of `--help` and the tables of the documentation. */
import * as z from 'zod/mini'

/** What a kind of option needs: made by {@link text}, {@link number} and the like. */
export interface OptionKind<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** Checks a value. Its messages continue the option's name (`is missing. Set it to …`) and never hold a secret. */
  schema: Schema
  /** Makes the value of a variable's text; what cannot be read stays text, and the schema refuses it. */
  read: (text: string) => unknown
  /** What it is, as a phrase that continues "Set it to": `the name of your organization`. May hold Markdown code. */
  what: string
  /** Makes one sentence of the places in the value that are wrong; without it each message of the schema is one. */
  explain?: (places: readonly string[]) => string
}

/** What a row of a table says besides its kind and its variable. */
export interface OptionDetails {
  /** The variable that is read where the first one is empty. */
  orElse?: string
  /** Its name in the documentation, where it is not that of the row; empty: it is a variable only. */
  name?: string
  /** What it is when it is left out. */
  standard?: string | number | boolean
  /** What happens when it is left out, in words, where that is no value. */
  otherwise?: string
  /** Whether it is required: always, or against a real service only. */
  needed?: 'always' | 'real'
  /** Whether its value, or a part of it, must never be shown. */
  isSecret?: boolean
  /** Whether its variable names a JSON file that holds the value. */
  isFile?: boolean
  /** Whether another variable, that of {@link fileVariable}, may name a file that holds the value. */
  orFile?: boolean
}

/** A row of a table of options: made by {@link required} and {@link option}. */
export interface Option<Schema extends z.ZodMiniType = z.ZodMiniType, Variable extends string = string>
  extends OptionKind<Schema>,
    OptionDetails {
  /** Its environment variable. */
  variable: Variable
}

/** Options by name. */
export type OptionsTable = Readonly<Record<string, Option>>

/** A row for an option that must be there. */
export function required<const Variable extends string, Schema extends z.ZodMiniType>(
  variable: Variable,
  kind: OptionKind<Schema>,
  details: OptionDetails = {},
): Option<Schema, Variable> {
  return { variable, ...kind, needed: 'always', ...details }
}

/** A row for an option that may be left out. */
export function option<
  const Variable extends string,
  Schema extends z.ZodMiniType,
  const Details extends OptionDetails,
>(
  variable: Variable,
  kind: OptionKind<Schema>,
  details: Details,
): Option<z.ZodMiniOptional<Schema>, Variable> & Details {
  return { variable, ...kind, ...details, schema: z.optional(kind.schema) }
}

/** The variable that names the file with a value in place of the value itself, for example `SEAL_KEY_FILE`. */
export const fileVariable = (variable: string): string => `${variable}_FILE`

/** The variable of each option. */
export function variablesOf<Table extends OptionsTable>(
  table: Table,
): { readonly [Name in keyof Table]: Table[Name]['variable'] }
export function variablesOf(table: OptionsTable): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, { variable }]) => [name, variable]))
}

/**
 * A text.
 *
 * @param problemOf says what is wrong with one (`is not a UUID.`), or nothing
 */
export function text(what: string, problemOf: (value: string) => string | undefined = () => undefined) {
  const schema = z.string({ error: wrongType('is not a text.', what) }).check(
    z.check(({ value, issues }) => {
      const problem = value.trim() === '' ? 'is empty.' : problemOf(value)
      if (problem !== undefined) issues.push({ code: 'custom', input: value, message: advised(problem, what) })
    }),
  )
  return { what, schema, read: (value: string): unknown => value }
}

/**
 * A list of texts; in a variable they are separated by commas.
 *
 * @param problemOf says what is wrong with an item (`has "x", which is no host.`), or nothing
 */
export function list(what: string, problemOf: (item: string) => string | undefined = () => undefined, min = 0) {
  const schema = z.array(z.string(), { error: wrongType('is not a list.', what) }).check(
    z.check(({ value, issues }) => {
      const problems = value.length < min ? ['is empty.'] : value.map(problemOf)
      for (const problem of problems) {
        if (problem !== undefined) issues.push({ code: 'custom', input: value, message: advised(problem, what) })
      }
    }),
  )
  return { what, schema, read: itemsOf }
}

/** A number from `min` to `max`, whole unless `fraction` says otherwise. */
export function number(min: number, max: number, what: string, { fraction = false }: { fraction?: boolean } = {}) {
  const schema = z.number({ error: wrongType('is not a number', what) }).check(
    z.check(({ value, issues }) => {
      if (value >= min && value <= max && (fraction || Number.isInteger(value))) return
      const problem = `is not a ${fraction ? '' : 'whole '}number from ${min} to ${max}, got ${value}.`
      issues.push({ code: 'custom', input: value, message: advised(problem, what) })
    }),
  )
  const written = fraction ? /^\d{1,9}(\.\d{1,3})?$/ : /^\d{1,9}$/
  return { what, schema, read: (value: string): unknown => (written.test(value) ? Number(value) : value) }
}

/** One word of a list. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words, what: string) {
  const [first, second] = words
  const problem = words.length === 2 ? `is neither ${first} nor ${second}` : `is none of ${words.join(', ')}`
  return { what, schema: z.enum(words, { error: wrongType(problem, what) }), read: (value: string): unknown => value }
}

/** Yes or no; in a variable by one of two words. */
export function toggle(what: string, [yes, no]: readonly [yes: string, no: string] = ['on', 'off']) {
  const schema = z.boolean({ error: () => `is neither ${yes} nor ${no}. Use one of these two words: ${what}.` })
  return { what, schema, read: (value: string): unknown => (value === yes ? true : value === no ? false : value) }
}

/** A port to listen on; 0 takes any that is free. */
export const port = (what: string) => number(0, 65_535, what)

/** An address to listen on. */
export const host = () =>
  text('the address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses', (value) =>
    /^[A-Za-z0-9.:_-]+$/.test(value) ? undefined : 'is not a host name or address.',
  )

function itemsOf(value: string): unknown {
  const items = value.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

function advised(problem: string, what: string): string {
  return `${problem} Set it to ${what.replaceAll('`', '')}.`
}

/** A message for a value of the wrong type, which it shows where the problem is not a sentence yet. */
function wrongType(problem: string, what: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return advised('is missing.', what)
    return advised(problem.endsWith('.') ? problem : `${problem}, got ${JSON.stringify(input)}.`, what)
  }
}
