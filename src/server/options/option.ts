/** The options of a program are one zod object: types, variables, flags, errors, `--help` and the docs follow from it. */
import * as z from 'zod/mini'
import { isLoopback, safeLink } from '../../contract/text.ts'

export interface OptionMeta {
  /** A phrase that continues "Set it to", or "It says" where it is one of some words. May contain Markdown code. */
  description: string
  /** Its environment variable, where that is not its name in capital letters after the prefix. */
  variable?: string
  prefix?: string
  /** The variable that is read when the first one is empty. */
  fallbackVariable?: string
  /** What holds without it, in words, if that is not the schema's default. */
  defaultText?: string
  /** Whether a real service requires it, and the sandbox does not. */
  isRequiredByService?: boolean
  /** Whether `serve` alone reads it, and not `createBff`. */
  isServeOnly?: boolean
  /** Whether its value, or part of it, must never be shown. */
  isSecret?: boolean
  /** Whether its variable names a JSON file that holds the value. */
  isFile?: boolean
  /** Whether another variable, that of {@link fileVariable}, may name a file that holds the value. */
  hasFileVariant?: boolean
  /** Parses the text of its variable where the schema's type does not say how. */
  parse?: (text: string) => unknown
}

const optionMeta = z.registry<OptionMeta>()

export type OptionsSchema = z.ZodMiniObject

export interface Option extends OptionMeta {
  name: string
  variable: string
  schema: z.ZodMiniType
}

type OptionalMeta = Omit<OptionMeta, 'description' | 'prefix'>

/** Returns a function that puts notes on an option's schema; where they say what holds without the option, it is optional. */
export function createOption(prefix: string) {
  function option<Schema extends z.ZodMiniType>(
    schema: Schema,
    description: string,
    notes: OptionalMeta & ({ defaultText: string } | { isRequiredByService: true }),
  ): z.ZodMiniOptional<Schema>
  function option<Schema extends z.ZodMiniType>(schema: Schema, description: string, notes?: OptionalMeta): Schema
  function option(schema: z.ZodMiniType, description: string, notes: OptionalMeta = {}): z.ZodMiniType {
    const mayBeMissing = notes.defaultText !== undefined || notes.isRequiredByService === true
    return (mayBeMissing ? z.optional(schema) : schema).register(optionMeta, { description, prefix, ...notes })
  }
  return option
}

export const option = createOption('')

/** Returns the name of an option in the environment: `TRUST_PROXY_HOPS` for `trustProxyHops`. */
export const toVariable = (name: string) => name.replace(/[A-Z]|\d+/g, '_$&').toUpperCase()

export function listOptions(program: OptionsSchema): Option[] {
  return Object.entries(program.shape).flatMap(([name, schema]) => {
    const notes = [schema, ...listInner(schema)].map((innerSchema) => optionMeta.get(innerSchema)).find(Boolean)
    if (notes === undefined || !(schema instanceof z.ZodMiniType)) return []
    return [{ ...notes, name, variable: notes.variable ?? (notes.prefix ?? '') + toVariable(name), schema }]
  })
}

/** Returns the schemas inside of `z.optional`, `z._default` and `z.readonly`, from the outside in. */
function listInner(schema: z.core.$ZodType): z.core.$ZodType[] {
  const isWrapper =
    schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniReadonly
  return isWrapper ? [schema.def.innerType, ...listInner(schema.def.innerType)] : []
}

export const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => listInner(schema).at(-1) ?? schema

export const listVariables = (program: OptionsSchema): string[] =>
  listOptions(program).flatMap(({ variable, fallbackVariable = '', hasFileVariant }) =>
    [variable, fallbackVariable, hasFileVariant === true ? fileVariable(variable) : ''].filter(Boolean),
  )

export function getVariableNames<Schema extends OptionsSchema>(
  program: Schema,
): { readonly [Name in keyof Schema['shape']]: string }
export function getVariableNames(program: OptionsSchema): Record<string, string> {
  return Object.fromEntries(listOptions(program).map(({ name, variable }) => [name, variable]))
}

/** Returns the variable that names a file with the value, for example `ENCRYPTION_KEY_FILE`. */
export const fileVariable = (variable: string): string => `${variable}_FILE`

/** A problem of an option: its name, and a message as that of a schema. */
export type Contradiction = readonly [option: string, message: string]

/** A check of options that depend on each other. `find` gets them as passed, also those that are wrong by themselves. */
export function crossCheck<Options>(find: (options: Options) => Iterable<Contradiction>) {
  return z.check<Options>(
    ({ value, issues }) => {
      const invalidNames = new Set(issues.map(({ path }) => path?.[0]))
      for (const [name, message] of find(value)) {
        if (!invalidNames.has(name)) issues.push({ code: 'custom', path: [name], message, input: value })
      }
    },
    { when: () => true },
  )
}

export const findMissing = (program: OptionsSchema, options: Readonly<Record<string, unknown>>): Contradiction[] =>
  listOptions(program).flatMap(({ name, isRequiredByService }) =>
    isRequiredByService === true && options[name] === undefined ? [[name, 'is missing'] as const] : [],
  )

/** The message for a value that is something else; it shows the value. */
export function showInput(problem: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined ? 'is missing' : `${problem}, got ${JSON.stringify(input)}`,
  }
}

const kind = (name: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : `is not a ${name}`),
})

/** Returns the problem of a value (`is not a UUID`, in a list `has "x", which is no host`), or `undefined`. */
type FindProblem = (value: string) => string | undefined

export function text(findProblem: FindProblem = () => undefined) {
  return z.string(kind('text')).check(
    z.check(({ value, issues }) => {
      const message = value.trim() === '' ? 'is empty' : findProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', input: value, message })
    }),
  )
}

export function list(findProblem: FindProblem = () => undefined, min = 0) {
  const isList = kind('list of texts')
  const items = z.array(z.string(isList), isList).check(
    z.check(({ value, issues }) => {
      for (const message of value.length < min ? ['is empty'] : value.map(findProblem)) {
        if (message !== undefined) issues.push({ code: 'custom', input: value, message })
      }
    }),
  )
  return z.readonly(items)
}

export function number(min: number, max: number, { fraction = false }: { fraction?: boolean } = {}) {
  const invalidNumber = showInput(`is not a ${fraction ? '' : 'whole '}number from ${min} to ${max}`)
  const isRight = (value: number) => value >= min && value <= max && (fraction || Number.isInteger(value))
  return z.number(invalidNumber).check(z.refine(isRight, invalidNumber))
}

export function enumOption<const Words extends readonly [string, ...string[]]>(words: Words) {
  const isEither = words.length === 2
  return z.enum(words, showInput(isEither ? `is neither ${words.join(' nor ')}` : `is none of ${words.join(', ')}`))
}

export const toggle = () => z.boolean(showInput('is neither on nor off'))

export const toggleValues: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ on: true, true: true, off: false, false: false }),
)

/** A value with one message for everything that is wrong in it. */
export function wholeValue<Schema extends z.ZodMiniType>(
  schema: Schema,
  explain: (places: readonly string[]) => string,
) {
  const check = (value: unknown) => schema.safeParse(value).error?.issues
  return z.custom<z.output<Schema>>((value) => check(value) === undefined, {
    abort: false,
    error: ({ input }) => {
      const places = (check(input) ?? []).flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
      )
      return explain([...new Set(places.map((place) => place.join('.')))])
    },
  })
}

export const link = () =>
  text((value) => (safeLink(value) ? undefined : 'is not an https: address without user name and password'))

const parseUrl = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)

export function addressProblem(value: string): string | undefined {
  const url = parseUrl(value)
  if (url === undefined) return 'is not an address'
  if (url.username !== '' || url.password !== '') return 'contains a user name or password'
  if (/[?#]/.test(value)) return 'has a query or fragment'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined
  return url.protocol === 'http:' ? 'is not encrypted (http:)' : 'is not an https: address'
}

/** Problem of a page's origin: it must be exactly one origin. */
export function originProblem(value: string): string | undefined {
  if (value === '*' || value === 'null') return `must not have "${value}": it would allow any page`
  const url = parseUrl(value)
  if (url === undefined) return `has "${value}", which is not an origin`
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return `has "${value}", which is not encrypted (only this machine may be without https:)`
  }
  const isOrigin = url.href === `${url.origin}/` && /^https?:\/\/[^/?#@*\\]+\/?$/i.test(value)
  return isOrigin ? undefined : `has "${value}", which is more than an origin`
}

export const port = () => number(0, 65_535)

export const hostDescription = 'the address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses'

export const host = () =>
  text((value) => (/^[A-Za-z0-9.:_-]+$/.test(value) ? undefined : 'is not a host name or address'))

export function optionHelp(entry: Option): string {
  const holds = describeDefault(entry)
  const file = entry.hasFileVariant === true ? `; or ${fileVariable(entry.variable)}: a file that holds it` : ''
  return `${entry.description.replaceAll('`', '')}${file}${holds === '' ? '' : ` [${holds}]`}`
}

export const asText = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

export function describeDefault(
  { schema, defaultText, isRequiredByService }: Option,
  show: (value: unknown) => string = asText,
): string {
  if (isRequiredByService === true) return 'required against a real service'
  if (defaultText !== undefined) return defaultText
  if (!schema.safeParse(undefined).success) return 'required'
  return schema instanceof z.ZodMiniDefault ? show(schema.def.defaultValue) : ''
}

/** Thrown when a configuration cannot work. Its message lists every problem, one per line, and contains no secret. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
  }
}

/** Thrown when a server cannot start although its configuration can work: a later attempt may succeed. Its message is a
 *  sentence with what to do, and contains no secret. */
export class StartError extends Error {
  override name = 'StartError'

  constructor(
    sentence: string,
    readonly code?: string,
  ) {
    super(sentence)
  }
}

/** Thrown when a file that an option names cannot be used. Its message continues the name of the option. */
export class FileError extends Error {
  override name = 'FileError'

  constructor(
    file: string,
    problem = 'cannot be read',
    fix = 'Check that it is there and that this user may read it.',
  ) {
    super(`names a file that ${problem}: "${file}".${fix === '' ? '' : ` ${fix}`}`)
  }

  static from(error: unknown, file: string): FileError {
    return error instanceof FileError ? error : new FileError(file)
  }
}
