/** Reads a program's options from environment variables, and names the variables in their problems. */
import * as z from 'zod/mini'
import { type Problem, problemsIn, withNames } from './check-options.ts'
import { ConfigurationError } from './configuration-error.ts'
import { fileVariable, type Option, optionsIn, type Program, toggled, unwrapped } from './option.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The environment, for example `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Options by name, and the problems of those that could not be read. */
export interface ReadOptions {
  values: Record<string, unknown>
  problems: Problem[]
}

/** Reads a file as UTF-8; throws when it cannot. */
export type ReadTextFile = (path: string) => string

/**
 * Returns the options that the environment sets, without defaults.
 *
 * @param readTextFile reads the files that variables name; without it (on a host without files) they are rejected
 * @param check returns the problems of what was read; default: those of each option by itself
 * @throws ConfigurationError that lists every problem: which variable, what is wrong, what to do; never a secret
 */
export function optionsFrom<Of extends Program>(
  program: Of,
  env: Environment,
  readTextFile?: ReadTextFile,
  check: (values: Readonly<Record<string, unknown>>) => Problem[] = (values) => problemsIn(program, values),
): z.input<Of> {
  const { values, problems: unread } = readEnvironment(program, env, readTextFile)
  const isRead = ({ option }: Problem) => !unread.some((one) => one.option === option)
  const problems = [...unread, ...check(values).filter(isRead)]
  if (problems.length > 0) throw new ConfigurationError(problems.map((one) => sentenceOn(one, program, env)))
  if (!isInput(program, values)) throw new Error('check() lets no such options through.')
  return values
}

function isInput<Of extends Program>(program: Of, values: unknown): values is z.input<Of> {
  return program.safeParse(values).success
}

/** Reads the options that the environment sets; values are trimmed, empty ones count as missing. They are not checked yet. */
export function readEnvironment(program: Program, env: Environment, readTextFile?: ReadTextFile): ReadOptions {
  const values: Record<string, unknown> = {}
  const groups = new Map<string, Record<string, unknown>>()
  const problems: Problem[] = []
  for (const option of optionsIn(program)) {
    const read = readValue(option, env, readTextFile)
    const [name = '', member] = option.name.split('.')
    if ('problem' in read) problems.push({ option: option.name, says: read.problem })
    else if (read.value !== undefined && member === undefined) values[name] = read.value
    else if (read.value !== undefined && member !== undefined) {
      const group = groups.get(name) ?? {}
      group[member] = read.value
      groups.set(name, group)
    }
  }
  return { values: { ...values, ...Object.fromEntries(groups) }, problems }
}

/**
 * Returns a problem as a sentence that begins with the variable and shows its value, unless that is, contains or may be a
 * secret.
 */
export function sentenceOn({ option: name, says }: Problem, program: Program, env: Environment): string {
  const options = optionsIn(program)
  const option = options.find((one) => one.name === name)
  const named = (other: string) => options.find((one) => one.name === other)?.variable ?? other
  const sentence = withNames(says, program, named)
  if (option === undefined) return `${name} ${sentence}`
  const { variable, value } = fromEnvironment(option, env)
  // A text that does not look like a URL may be a key in the wrong variable.
  const isAddress = name.endsWith('Url')
  const mayBeShown = option.isSecret !== true && (!isAddress || (/^[^@?#]+$/.test(value) && /[.:/]/.test(value)))
  const isThere = value === '' || sentence.includes(value.slice(0, 40)) || sentence.startsWith('is missing')
  if (isThere || !mayBeShown) return `${variable} ${sentence}`
  return `${variable} ${sentence} Seen: "${value.length > 100 ? `${value.slice(0, 100)}…` : value}".`
}

/** Returns the effective variable, its text, and whether that is the path of a file with the value. */
function fromEnvironment(
  { name, variable = name, orElse, orFile, isFile = false }: Option,
  env: Environment,
): { variable: string; value: string; isPath: boolean } {
  const file = orFile === true ? fileVariable(variable) : undefined
  const counting = [variable, file, orElse].find((each) => each !== undefined && textOf(env, each) !== '') ?? variable
  return { variable: counting, value: textOf(env, counting), isPath: isFile || counting === file }
}

const textOf = (env: Environment, variable: string) => env[variable]?.trim() ?? ''

type Read = { value: unknown } | { problem: string }

/** Reads the value of an option; `undefined` when it is not set. */
function readValue(option: Option, env: Environment, readTextFile: ReadTextFile | undefined): Read {
  if (option.variable === undefined) return { value: undefined }
  const { variable, value, isPath } = fromEnvironment(option, env)
  const other = fileVariable(option.variable)
  if (option.orFile === true && variable !== other && textOf(env, other) !== '') {
    return { problem: `is set together with ${other}. Keep one of the two.` }
  }
  if (value === '') return { value: undefined }
  if (!isPath) return { value: parsed(option, value) }
  const file = readFile(value, readTextFile)
  if ('problem' in file) return file
  if (option.isFile !== true) return { value: parsed(option, file.text) }
  try {
    return { value: JSON.parse(file.text) }
  } catch {
    return { problem: `names a file that is not JSON: "${value}". Write it as JSON.` }
  }
}

/** Parses a variable's text by the schema's type; a malformed one stays text, and the schema rejects it. */
function parsed({ schema, read }: Option, text: string): unknown {
  if (read !== undefined) return read(text)
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniNumber) return /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text
  if (inner instanceof z.ZodMiniBoolean) return toggled.get(text) ?? text
  if (inner instanceof z.ZodMiniLiteral) return inner.def.values.find((value) => String(value) === text) ?? text
  if (!(inner instanceof z.ZodMiniArray)) return text
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

/** Reads a file's text and trims it. */
function readFile(path: string, readTextFile: ReadTextFile | undefined): { text: string } | { problem: string } {
  if (readTextFile === undefined) {
    return { problem: 'cannot be read on this host. Pass its content to createBff as an option.' }
  }
  try {
    const text = readTextFile(path).trim()
    return text === '' ? { problem: `names a file that is empty: "${path}".` } : { text }
  } catch (error) {
    const { what, todo } = UnreadableFile.from(error)
    return { problem: `names a file that ${what}: "${path}". ${todo}` }
  }
}
