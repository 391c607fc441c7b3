/** Reads a program's options from environment variables or from a caller, and says what is wrong with them. */
import * as z from 'zod/mini'
import { findSimilarName } from '../../contract/strings.ts'
import {
  ConfigurationError,
  FileError,
  fileVariable,
  listOptions,
  type Option,
  type OptionsSchema,
  toggleValues,
  unwrap,
} from './option.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface OptionProblem {
  /** The option's name, or the path of a key in its value: `sms_program.monthly`. */
  option: string
  /** Continues the name of the option: `is missing. Set it to …`. Never holds a secret. */
  says: string
}

export type ReadTextFile = (path: string) => string

/** Without defaults. Without `readTextFile` (a host without files), variables that name files are rejected. @throws
 *  ConfigurationError that lists every problem: which variable, what is wrong, what to do; never a secret */
export function readOptionsFrom<Schema extends OptionsSchema>(
  schema: Schema,
  env: Environment,
  readTextFile?: ReadTextFile,
): z.input<Schema> {
  const { values, problems } = readEnvironment(schema, env, readTextFile)
  const unread = new Set(problems.map(({ option }) => option))
  problems.push(...findProblems(schema, values).filter(({ option }) => !unread.has(option)))
  if (problems.length > 0) throw new ConfigurationError(problems.map((problem) => formatProblem(problem, schema, env)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program has just accepted them.
  return values as z.input<Schema>
}

/** With defaults. @throws ConfigurationError that lists every problem, by option and variable */
export function parseOptions<Schema extends OptionsSchema>(schema: Schema, options: object): z.output<Schema> {
  const problems = findProblems(schema, options)
  if (problems.length > 0) throw new ConfigurationError(problems.map((problem) => formatProblem(problem, schema)))
  return schema.parse(options)
}

/** Reads the options that the environment sets; values are trimmed, empty ones count as missing. They are not checked yet. */
export function readEnvironment(
  schema: OptionsSchema,
  env: Environment,
  readTextFile?: ReadTextFile,
): { values: Record<string, unknown>; problems: OptionProblem[] } {
  const values: Record<string, unknown> = {}
  const problems: OptionProblem[] = []
  for (const option of listOptions(schema)) {
    const { variable, value, isPath } = findVariable(option, env)
    const file = fileVariable(option.variable)
    const fail = (says: string) => problems.push({ option: option.name, says })
    if (option.hasFileVariant === true && variable !== file && value !== '' && getText(env, file) !== '')
      fail(`is set together with ${file}. Keep one of the two.`)
    else if (value === '') continue
    else if (!isPath) values[option.name] = parseText(option, value)
    else if (readTextFile === undefined)
      fail('cannot be read on this host. Pass its content to createBff as an option.')
    else
      try {
        const text = readTextFile(value).trim()
        if (text === '') throw new FileError(value, 'is empty', '')
        values[option.name] = option.isFile === true ? parseJson(text, value) : parseText(option, text)
      } catch (error) {
        fail(FileError.from(error, value).message)
      }
  }
  return { values, problems }
}

/** Returns the variable that counts, its text, and whether that is the path of a file with the value. */
function findVariable({ variable, fallbackVariable, hasFileVariant, isFile = false }: Option, env: Environment) {
  const file = hasFileVariant === true ? fileVariable(variable) : undefined
  const foundVariable =
    [variable, file, fallbackVariable].find((candidate) => candidate !== undefined && getText(env, candidate) !== '') ??
    variable
  return { variable: foundVariable, value: getText(env, foundVariable), isPath: isFile || foundVariable === file }
}

const getText = (env: Environment, variable: string) => env[variable]?.trim() ?? ''

export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FileError(file, 'is not JSON', 'Write it as JSON.')
  }
}

/** A malformed text stays text, and the schema rejects it. */
function parseText({ schema, parse: read }: Option, text: string): unknown {
  if (read !== undefined) return read(text)
  const inner = unwrap(schema)
  if (inner instanceof z.ZodMiniNumber) return /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text
  if (inner instanceof z.ZodMiniBoolean) return toggleValues.get(text) ?? text
  if (inner instanceof z.ZodMiniLiteral) return inner.def.values.find((value) => String(value) === text) ?? text
  if (!(inner instanceof z.ZodMiniArray)) return text
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

export function findProblems(schema: OptionsSchema, options: unknown): OptionProblem[] {
  const issues = schema.safeParse(options).error?.issues ?? []
  return issues.flatMap((issue) => {
    const path = issue.path.map(String)
    const name = path.join('.')
    if (issue.code !== 'unrecognized_keys') {
      const option = listOptions(schema).find((candidate) => candidate.name === name)
      return [{ option: name, says: addAdvice(issue.message, option) }]
    }
    const knownNames = listSchemaKeys(schema, path)
    return issue.keys.map((key) => ({
      option: [...path, key].join('.'),
      says: `is not known. ${adviseName(key, knownNames)}`,
    }))
  })
}

/** Returns a message as sentences: one without a period at its end is followed by what the option is. */
function addAdvice(message: string, option: Option | undefined): string {
  if (message.endsWith('.')) return message
  if (option === undefined) return `${message}.`
  const inner = unwrap(option.schema)
  const isWord = [z.ZodMiniBoolean, z.ZodMiniEnum, z.ZodMiniLiteral].some((kind) => inner instanceof kind)
  return `${message}. ${isWord ? 'Use one of these words:' : 'Set it to'} ${option.description.replaceAll('`', '')}.`
}

const getPart = (name: string) => name.replace(/\..*/, '.…')

/** Says which name to use: the one that is meant, else those in the part that the key begins with, as in `form.…`, else all. */
function adviseName(key: string, knownNames: readonly string[]): string {
  const suggestion = findSimilarName(key, knownNames)
  if (suggestion !== undefined) return `Did you mean ${suggestion}?`
  const inPart = knownNames.filter((name) => name.includes('.') && getPart(name) === getPart(key))
  return `Use ${(inPart.length > 0 ? inPart : [...new Set(knownNames.map(getPart))]).join(', ')}.`
}

function listSchemaKeys(schema: z.core.$ZodType | undefined, [key, ...path]: readonly string[]): string[] {
  const inner = schema && unwrap(schema)
  if (inner instanceof z.ZodMiniArray && key !== undefined) return listSchemaKeys(inner.def.element, path)
  if (inner instanceof z.ZodMiniRecord && inner.def.keyType instanceof z.ZodMiniEnum) {
    return key === undefined ? inner.def.keyType.options.map(String) : listSchemaKeys(inner.def.valueType, path)
  }
  if (!(inner instanceof z.ZodMiniObject)) return []
  return key === undefined ? Object.keys(inner.shape) : listSchemaKeys(inner.shape[key], path)
}

/** Returns a problem as a sentence that begins with the option: as `port (PORT) …` for somebody who writes a program; as
 *  `PORT …`, with the value unless that is, contains or may be a secret, for somebody who sets variables. */
export function formatProblem({ option: name, says }: OptionProblem, schema: OptionsSchema, env?: Environment): string {
  const option = listOptions(schema).find((candidate) => candidate.name === name)
  if (option === undefined) return `${name} ${says}`
  if (env === undefined) return `${name} (${option.variable}) ${says}`
  const { variable, value } = findVariable(option, env)
  // A text that does not look like a URL may be a key in the wrong variable.
  const mayBeKey = name.endsWith('Url') && !(/^[^@?#]+$/.test(value) && /[.:/]/.test(value))
  const isValueShown = value === '' || says.includes(value.slice(0, 40)) || says.startsWith('is missing')
  if (isValueShown || mayBeKey || option.isSecret === true) return `${variable} ${says}`
  return `${variable} ${says} Seen: "${value.length > 100 ? `${value.slice(0, 100)}…` : value}".`
}
