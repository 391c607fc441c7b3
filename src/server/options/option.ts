/** The options of a program are one zod object: their type, the parsing of environment variables and flags, the errors, `--help`
 *  and the documentation follow from it. What a schema does not say about an option is in the notes on it. */
import * as z from 'zod/mini'
import { safeLink } from '../../contract/text.ts'

/** What a schema does not say about an option. */
export interface OptionNotes {
  /** A phrase that continues "Set it to", or "It says" where it is one of some words: `the name of your organization`. May
   *  contain Markdown code. */
  what: string
  /** Its environment variable; none for a key of a file, and for what only a program can pass. */
  variable?: string
  /** The variable that is read when the first one is empty. */
  orElse?: string
  /** What holds without it, in words, if that is not the schema's default. */
  otherwise?: string
  /** Whether a real service requires it, and the sandbox does not. */
  isForService?: boolean
  /** Whether `serve` alone reads it, and not `createBff`. */
  isForServe?: boolean
  /** Whether its value, or part of it, must never be shown. */
  isSecret?: boolean
  /** Whether its variable names a JSON file that holds the value. */
  isFile?: boolean
  /** Whether another variable, that of {@link fileVariable}, may name a file that holds the value. */
  orFile?: boolean
  /** Parses the text of its variable where the schema's type does not say how. */
  read?: (text: string) => unknown
  /** Returns one message for the paths of the problems in the value; without it each message of the schema is one. A message
   *  without a period at its end is followed by what the option is. */
  explain?: (places: readonly string[]) => string
}

/** The notes on each option's schema. */
export const optionNotes = z.registry<OptionNotes>()

/** The options of a program. */
export type Program = z.ZodMiniObject

/** An option of a program. */
export interface Option extends OptionNotes {
  /** Its name, `webhook.url` for a member of a group. */
  name: string
  schema: z.ZodMiniType
}

/** Puts the notes on an option's schema, and returns the schema. */
export function option<Schema extends z.ZodMiniType>(
  schema: Schema,
  variable: string,
  what: string,
  notes: Omit<OptionNotes, 'variable' | 'what'> = {},
): Schema {
  optionNotes.add(schema, { variable, what, ...notes })
  return schema
}

/** Returns the options of a program, in their order. An object without notes is a group of options. */
export function optionsIn(program: Program, group = ''): Option[] {
  return Object.entries(program.shape).flatMap(([key, schema]) => {
    if (!(schema instanceof z.ZodMiniType)) return []
    const notes = notesOn(schema)
    if (notes !== undefined) return [{ ...notes, name: `${group}${key}`, schema }]
    const inner = unwrapped(schema)
    return inner instanceof z.ZodMiniObject ? optionsIn(inner, `${group}${key}.`) : []
  })
}

/** Returns the schema inside of `z.optional`, `z._default` and `z.readonly`. */
export function unwrapped(schema: unknown): unknown {
  const inner = innerOf(schema)
  return inner === undefined ? schema : unwrapped(inner)
}

function notesOn(schema: z.ZodMiniType): OptionNotes | undefined {
  const inner = innerOf(schema)
  return optionNotes.get(schema) ?? (inner && notesOn(inner))
}

function innerOf(schema: unknown): z.ZodMiniType | undefined {
  const isWrapper =
    schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniReadonly
  return isWrapper && schema.def.innerType instanceof z.ZodMiniType ? schema.def.innerType : undefined
}

/** Returns every variable that a program reads. */
export const listVariables = (program: Program): string[] =>
  optionsIn(program).flatMap(({ variable, orElse, orFile }) =>
    [variable, orElse, orFile === true && variable !== undefined ? fileVariable(variable) : undefined].flatMap(
      (name) => name ?? [],
    ),
  )

/** Returns the variable of each option. */
export function variablesOf<Of extends Program>(program: Of): { readonly [Name in keyof Of['shape']]: string }
export function variablesOf(program: Program): Record<string, string> {
  return Object.fromEntries(optionsIn(program).map(({ name, variable = name }) => [name, variable]))
}

/** Returns the variable that names a file with the value, instead of the value itself, for example `SEAL_KEY_FILE`. */
export const fileVariable = (variable: string): string => `${variable}_FILE`

/**
 * A text that is not empty.
 *
 * @param problemOf returns the problem of a text (`is not a UUID`), or `undefined`
 */
export function text(problemOf: (value: string) => string | undefined = () => undefined) {
  return z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'is not a text') }).check(
    z.check(({ value, issues }) => {
      const problem = value.trim() === '' ? 'is empty' : problemOf(value)
      if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem })
    }),
  )
}

/** The name of a time zone that this Node knows, such as `America/Chicago`. */
export function timeZone() {
  return text((zone) => {
    try {
      Intl.DateTimeFormat('en', { timeZone: zone })
      return undefined
    } catch {
      return 'is not a time zone such as America/Chicago'
    }
  })
}

/**
 * A list of texts; separated by commas in a variable.
 *
 * @param problemOf returns the problem of an item (`has "x", which is no host`), or `undefined`
 */
export function list(problemOf: (item: string) => string | undefined = () => undefined, min = 0) {
  const items = z.array(z.string(noList), noList).check(
    z.check(({ value, issues }) => {
      for (const problem of value.length < min ? ['is empty'] : value.map(problemOf)) {
        if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem })
      }
    }),
  )
  return z.readonly(items)
}

const noList = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : 'is not a list of texts'),
}

/** A number from `min` to `max`, whole unless `fraction` is set. */
export function number(min: number, max: number, { fraction = false }: { fraction?: boolean } = {}) {
  const wrong = otherThan(`is not a ${fraction ? '' : 'whole '}number from ${min} to ${max}`)
  const isRight = (value: number) => value >= min && value <= max && (fraction || Number.isInteger(value))
  return z.number(wrong).check(z.refine(isRight, wrong))
}

/** One word of a list. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const [first, second] = words
  return z.enum(
    words,
    otherThan(words.length === 2 ? `is neither ${first} nor ${second}` : `is none of ${words.join(', ')}`),
  )
}

/** A boolean, in a variable one of the words of {@link toggled}. */
export const toggle = () => z.boolean(otherThan('is neither on nor off'))

/** The words for a boolean. */
export const toggled: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
])

/** The address of a page that voters can open. */
export const link = () =>
  text((value) =>
    safeLink(value) === undefined ? 'is not an https: address without user name and password' : undefined,
  )

/** A port to listen on; 0 picks any free one. */
export const port = () => number(0, 65_535)

/** What {@link host} is, for its notes. */
export const whatHost = 'the address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses'

/** An address to listen on. */
export const host = () =>
  text((value) => (/^[A-Za-z0-9.:_-]+$/.test(value) ? undefined : 'is not a host name or address'))

/** The message for a value that is something else; it shows the value. */
export function otherThan(problem: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined ? 'is missing' : `${problem}, got ${JSON.stringify(input)}`,
  }
}
