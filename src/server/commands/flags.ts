/** Flags of commands: their help, what is wrong with those that were typed, and the one that reads variables from a file. */
import { parseArgs, parseEnv } from 'node:util'
import { optionsIn, type Program } from '../options/option.ts'
import { FlagError, readFlagFile } from './flag-file.ts'
import { withSuggestion } from './with-suggestion.ts'

/** A flag. */
export interface Flag {
  type: 'boolean' | 'string'
  short?: string
  /** What stands after it, for example FILE. */
  value?: string
  /** What it does, for the help. */
  what: string
}

/** Flags by name, without the hyphens. */
export type Flags = Readonly<Record<string, Flag>>

/** The flags of every command. */
export const commonFlags = {
  'env-file': { type: 'string', value: 'FILE', what: 'reads variables that are not set from a file' },
  help: { type: 'boolean', short: 'h', what: 'this text' },
} as const

/** The environment of a process, which `--env-file` adds to. */
export type WritableEnvironment = Record<string, string | undefined>

/** Returns a line of help for each flag. */
export function flagsHelp(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { value, what }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    what,
  ])
  const width = Math.max(...rows.map(([flag = '']) => flag.length))
  return rows.map(([flag = '', what]) => `  ${flag.padEnd(width)}  ${what}\n`).join('')
}

/**
 * A sentence for what `parseArgs` cannot read, with the flag as it was typed and the one that is meant, or those that there are.
 *
 * @param known the flags with their hyphens; more than a dozen are for `--help`
 */
export function misreadFlag(error: unknown, known: readonly string[]): string {
  const says = error instanceof Error ? error.message : ''
  const [, flag = ''] = /'([^' ]+)/.exec(says) ?? []
  if (!says.startsWith('Unknown option'))
    return says.includes('does not take an argument') ? `"${flag}" takes no value.` : `"${flag}" needs a value.`
  const sentence = `"${flag}" is not a flag.`
  const suggested = withSuggestion(sentence, flag, known)
  if (suggested !== sentence) return suggested
  // --sites for --monitor-sites.
  const longer = flag.startsWith('--') ? known.filter((name) => `${name}-`.includes(`${flag.slice(1)}-`)) : []
  const use = longer.length > 0 ? longer : known.length > 12 ? [] : known
  return use.length === 0 ? sentence : `${sentence} Use ${use.join(', ')}.`
}

/** Sets the variables of a file that are not set, as Node.js does with its own `--env-file`. Returns what is wrong with the file. */
export function loadEnvFile(file: string | undefined, env: WritableEnvironment): string | undefined {
  if (file === undefined) return undefined
  try {
    for (const [name, value] of Object.entries(parseEnv(readFlagFile('--env-file', file)))) env[name] ??= value
    return undefined
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    return error.message
  }
}

/** Returns the flag that sets a variable, without the hyphens: `trust-proxy-hops` for `TRUST_PROXY_HOPS`. */
const flagOf = (variable: string) => variable.toLowerCase().replaceAll('_', '-')

/** Returns an example of a flag for the help of a server: `--port sets PORT`. */
export function flagExample(program: Program): string {
  const { variable = '' } = optionsIn(program).find(({ isSecret = false }) => !isSecret) ?? {}
  return `--${flagOf(variable)} sets ${variable}`
}

/** Returns the flags of a server, with their hyphens: one for each variable that is no secret. */
export function serverFlags(program: Program): string[] {
  const variables = optionsIn(program).flatMap(({ variable, isSecret = false }) =>
    variable === undefined || isSecret ? [] : [flagOf(variable)],
  )
  return [...variables, ...Object.keys(commonFlags)].map((flag) => `--${flag}`)
}

/**
 * Sets the variables of a server that its flags name: `--port 9000` sets `PORT`. A secret is refused: every user of the machine sees
 * the arguments of a process.
 *
 * @returns what cannot be understood
 */
export function readServerFlags(
  args: readonly string[],
  program: Program,
  env: WritableEnvironment,
): string | undefined {
  const variables = optionsIn(program).flatMap(({ variable, orElse, isSecret = false }) =>
    [variable, orElse].flatMap((one) => (one === undefined ? [] : [{ flag: flagOf(one), variable: one, isSecret }])),
  )
  const flags: Flags = {
    ...Object.fromEntries(variables.map(({ flag }) => [flag, { type: 'string', what: '' } as const])),
    ...commonFlags,
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    if (positionals.length > 0) return `"${positionals.join(' ')}" is not understood.`
    for (const { flag, variable, isSecret } of variables) {
      const value = values[flag]
      if (typeof value !== 'string') continue
      if (isSecret) return `"--${flag}" is not a flag: others on this machine would see it. Set ${variable}.`
      env[variable] = value
    }
    const file = values['env-file']
    return typeof file === 'string' ? loadEnvFile(file, env) : undefined
  } catch (error) {
    return misreadFlag(error, serverFlags(program))
  }
}
