/** One option of a server: its check, its environment variable and its description. A table of options is the single source
 *  of truth for parsing the environment, the errors, the text of `--help` and the tables of the documentation. */
import * as z from 'zod/mini'

/** A kind of option: created by {@link text}, {@link number} and the like. */
export interface OptionKind<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** Checks a value. Its messages continue the option's name (`is missing. Set it to …`) and never hold a secret. */
  schema: Schema
  /** Parses a variable's text; a malformed one stays text, and the schema rejects it. */
  read: (text: string) => unknown
  /** Its description, as a phrase that continues "Set it to": `the name of your organization`. May contain Markdown code. */
  what: string
  /** Returns one sentence for the paths of the problems in the value; without it each message of the schema is a sentence. */
  explain?: (places: readonly string[]) => string
}

/** Details of a row besides its kind and its variable. */
export interface OptionDetails {
  /** The variable that is read when the first one is empty. */
  orElse?: string
  /** Its name in the documentation, if it differs from that of the row; empty: it is a variable only. */
  name?: string
  /** Its default value. */
  standard?: string | number | boolean
  /** Its default in words, if that is not a value. */
  otherwise?: string
  /** Whether it is required: always, or against a real service only. */
  needed?: 'always' | 'real'
  /** Whether its value, or part of it, must never be shown. */
  isSecret?: boolean
  /** Whether its variable names a JSON file that holds the value. */
  isFile?: boolean
  /** Whether another variable, that of {@link fileVariable}, may name a file that holds the value. */
  orFile?: boolean
}

/** A row of a table of options: created by {@link required} and {@link option}. */
export interface Option<Schema extends z.ZodMiniType = z.ZodMiniType, Variable extends string = string>
  extends OptionKind<Schema>,
    OptionDetails {
  /** Its environment variable. */
  variable: Variable
}

/** Options by name. */
export type OptionsTable = Readonly<Record<string, Option>>

/** Creates a row for a required option. */
export function required<const Variable extends string, Schema extends z.ZodMiniType>(
  variable: Variable,
  kind: OptionKind<Schema>,
  details: OptionDetails = {},
): Option<Schema, Variable> {
  return { variable, ...kind, needed: 'always', ...details }
}

/** Creates a row for an optional option. */
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

/** Returns the variable that names a file with the value, instead of the value itself, for example `SEAL_KEY_FILE`. */
export const fileVariable = (variable: string): string => `${variable}_FILE`

/** Returns the variable of each option. */
export function variablesOf<Table extends OptionsTable>(
  table: Table,
): { readonly [Name in keyof Table]: Table[Name]['variable'] }
export function variablesOf(table: OptionsTable): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, { variable }]) => [name, variable]))
}

/**
 * A text option.
 *
 * @param problemOf returns the problem of a text (`is not a UUID.`), or `undefined`
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
 * A list of texts; separated by commas in a variable.
 *
 * @param problemOf returns the problem of an item (`has "x", which is no host.`), or `undefined`
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

/** A number from `min` to `max`, whole unless `fraction` is set. */
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

/** A boolean; one of two words in a variable. */
export function toggle(what: string, [yes, no]: readonly [yes: string, no: string] = ['on', 'off']) {
  const schema = z.boolean({ error: () => `is neither ${yes} nor ${no}. Use one of these two words: ${what}.` })
  return { what, schema, read: (value: string): unknown => (value === yes ? true : value === no ? false : value) }
}

/** A port to listen on; 0 picks any free one. */
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

/** Returns the message for a value of the wrong type; it shows the value when the problem is not a complete sentence. */
function wrongType(problem: string, what: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return advised('is missing.', what)
    return advised(problem.endsWith('.') ? problem : `${problem}, got ${JSON.stringify(input)}.`, what)
  }
}
