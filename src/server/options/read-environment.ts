/** Reads a table's options from environment variables, and names the variables in their problems. */
import type { Problem } from './check-options.ts'
import { fileVariable, type Option, type OptionsTable } from './option.ts'
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
 * Reads the options that the environment sets; values are trimmed, empty ones count as missing. They are not checked yet.
 *
 * @param readTextFile reads the files that variables name; without it (on a host without files) they are rejected
 */
export function readEnvironment(table: OptionsTable, env: Environment, readTextFile?: ReadTextFile): ReadOptions {
  const values: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const [name, option] of Object.entries(table)) {
    const read = readValue(option, env, readTextFile)
    if ('problem' in read) problems.push({ option: name, says: read.problem })
    else if (read.value !== undefined) values[name] = read.value
  }
  return { values, problems }
}

/**
 * Returns a problem as a sentence that begins with the variable and shows its value, unless that is, contains or may be a
 * secret.
 */
export function sentenceOn({ option: name, says }: Problem, table: OptionsTable, env: Environment): string {
  const option = name === undefined ? undefined : table[name]
  if (name === undefined || option === undefined) return says
  const { variable, value } = fromEnvironment(option, env)
  // A text that does not look like a URL may be a key in the wrong variable.
  const isAddress = name.endsWith('Url')
  const mayBeShown = option.isSecret !== true && (!isAddress || (/^[^@?#]+$/.test(value) && /[.:/]/.test(value)))
  const isThere = value === '' || says.includes(value.slice(0, 40)) || says.startsWith('is missing')
  if (isThere || !mayBeShown) return `${variable} ${says}`
  return `${variable} ${says} Seen: "${value.length > 100 ? `${value.slice(0, 100)}…` : value}".`
}

/** Returns the effective variable, its text, and whether that is the path of a file with the value. */
function fromEnvironment(
  { variable, orElse, orFile, isFile = false }: Option,
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
  const { variable, value, isPath } = fromEnvironment(option, env)
  const other = fileVariable(option.variable)
  if (option.orFile === true && variable !== other && textOf(env, other) !== '') {
    return { problem: `is set together with ${other}. Keep one of the two.` }
  }
  if (value === '') return { value: undefined }
  if (!isPath) return { value: option.read(value) }
  const file = readFile(value, readTextFile)
  if ('problem' in file) return file
  if (option.isFile !== true) return { value: option.read(file.text) }
  try {
    return { value: JSON.parse(file.text) }
  } catch {
    return { problem: `names a file that is not JSON: "${value}". Write it as JSON.` }
  }
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
