/** Reads a table's options from environment variables, and names the variables in what is wrong with them. */
import type { Problem } from './check-options.ts'
import type { Option, OptionsTable } from './option.ts'

/** The environment, for example `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Options by name, and a sentence for each file that could not be read. */
export interface ReadOptions {
  values: Record<string, unknown>
  problems: string[]
}

/**
 * The options that the environment sets; values are trimmed, empty ones count as missing. They are not checked yet.
 *
 * @param readTextFile reads the files that variables name; without it (on a host without files) they are refused
 */
export function readEnvironment(
  table: OptionsTable,
  env: Environment,
  readTextFile?: (path: string) => string,
): ReadOptions {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, option] of Object.entries(table)) {
    const { variable, value } = fromEnvironment(option, env)
    if (value === '') continue
    const read = option.isFile === true ? readJson(value, readTextFile) : { value: option.read(value) }
    if ('problem' in read) problems.push(`${variable} ${read.problem}`)
    else values[name] = read.value
  }
  return { values, problems }
}

/**
 * A problem as a sentence that begins with the variable and shows what was seen in it, unless that is, has or may be a
 * secret.
 */
export function sentenceOn({ option: name, says }: Problem, table: OptionsTable, env: Environment): string {
  const option = name === undefined ? undefined : table[name]
  if (name === undefined || option === undefined) return says
  const { variable, value } = fromEnvironment(option, env)
  // A text without the form of an address may be a key that was put into the wrong variable.
  const isAddress = name.endsWith('Url')
  const mayBeShown = option.isSecret !== true && (!isAddress || /^([a-z]+:\/*)?[^@?#]*[.:/][^@?#]*$/i.test(value))
  const isThere = value === '' || says.includes(value.slice(0, 40)) || says.startsWith('is missing')
  if (isThere || !mayBeShown) return `${variable} ${says}`
  return `${variable} ${says} Seen: "${value.length > 100 ? `${value.slice(0, 100)}…` : value}".`
}

/** The variable that counts, and its text. */
function fromEnvironment({ variable, orElse }: Option, env: Environment): { variable: string; value: string } {
  const value = env[variable]?.trim() ?? ''
  const other = orElse === undefined ? '' : (env[orElse]?.trim() ?? '')
  return value === '' && orElse !== undefined && other !== '' ? { variable: orElse, value: other } : { variable, value }
}

function readJson(
  path: string,
  readTextFile: ((path: string) => string) | undefined,
): { value: unknown } | { problem: string } {
  if (readTextFile === undefined) {
    return { problem: 'cannot be read on this host. Pass its content to createBff as an option.' }
  }
  let text: string
  try {
    text = readTextFile(path)
  } catch {
    return {
      problem: `names a file that cannot be read: "${path}". Check that it is there and that this user may read it.`,
    }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: `names a file that is not JSON: "${path}". Write it as JSON.` }
  }
}
