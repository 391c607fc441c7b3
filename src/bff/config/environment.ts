/** Reads the options from environment variables. */
import * as z from 'zod/mini'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import { BffOptions, variables } from './options.ts'
import { ConfigurationError, civicOf, problemsOf } from './read-config.ts'

/**
 * Options from the environment; values are trimmed, empty ones count as missing.
 *
 * @param env for example `process.env`
 * @param readTextFile reads `WORDING_FILE`; without it (on a host without files) that variable is refused
 * @throws ConfigurationError with every problem at once: which variable, what is wrong, what to do; never a secret
 */
export function optionsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  readTextFile?: (path: string) => string,
): BffOptions {
  const options: Record<string, unknown> = {}
  const unreadable: string[] = []
  for (const [option, variable] of Object.entries(variables)) {
    const value = env[variable]?.trim()
    if (value === undefined || value === '') continue
    if (option !== 'wording') {
      options[option] = parsed(option, value)
      continue
    }
    const read = readWording(value, readTextFile)
    if (read.type === 'read') options[option] = read.value
    else unreadable.push(`${variable} ${read.says}`)
  }
  const problems = problemsOf(options)
  const sentences = problems.map(({ option, says }) =>
    option === undefined
      ? says
      : `${variables[option]} ${withSeen(says, option, env[variables[option]]?.trim() ?? '')}`,
  )
  // Where there are files, there is a disk.
  const storage = readTextFile !== undefined && needsStorage(options) ? [`${variables.dataDir} ${storageMissing}`] : []
  const all = [...unreadable, ...sentences, ...storage]
  if (all.length > 0) throw new ConfigurationError(all)
  return BffOptions.parse(options)
}

/**
 * The way to the Civic Data API alone, for programs that want nothing else.
 *
 * @returns `undefined` when none of `CIVIC_…` is set
 * @throws ConfigurationError with everything that is wrong with them; never a secret
 */
export function civicFromEnvironment(env: Readonly<Record<string, string | undefined>>): CivicAccess | undefined {
  const options: Record<string, unknown> = {}
  for (const [option, variable] of Object.entries(variables)) {
    const value = env[variable]?.trim() ?? ''
    if (option.startsWith('civic') && value !== '') options[option] = parsed(option, value)
  }
  const problems = problemsOf(options).filter(({ option }) => option?.startsWith('civic'))
  if (problems.length > 0) {
    throw new ConfigurationError(problems.map(({ option, says }) => `${option ? variables[option] : ''} ${says}`))
  }
  const { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields } = BffOptions.shape
  const schema = z.object({ civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields })
  return civicOf(schema.parse(options))
}

/** Options whose value, or a part of it, nobody is to read over somebody's shoulder or in a log. */
const secrets = new Set<string>([
  'apiKeyId',
  'apiKeySecret',
  'sealKey',
  'civicKeyId',
  'civicKeySecret',
  'uptimeKeyId',
  'uptimeKeySecret',
  'botCheckSiteKey',
  'botCheckSecret',
  'databaseUrl',
])

/** Adds what was seen, unless the sentence has it, or it is, has or may be a secret. */
function withSeen(says: string, option: string, value: string): string {
  const isAddress = option.endsWith('Url')
  // What has the form of an address without credentials is no key that was put into the wrong variable.
  const mayBeShown = !secrets.has(option) && (!isAddress || /^([a-z]+:\/*)?[^@?#]*[.:/][^@?#]*$/i.test(value))
  const isThere = value === '' || says.includes(value.slice(0, 40)) || says.startsWith('is missing')
  return isThere || !mayBeShown ? says : `${says} Seen: "${value.length > 100 ? `${value.slice(0, 100)}…` : value}".`
}

/** A variable's text as the value of its option; what cannot be read stays text, and the schema refuses it. */
function parsed(option: string, value: string): unknown {
  switch (option) {
    case 'allowedOrigins':
    case 'wordingApproved':
    case 'unlimitedNetworks':
    case 'publicHosts':
    case 'pagePrefill':
    case 'civicFields':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    case 'civicVersion':
      return value === '1' ? 1 : value === '2' ? 2 : value
    case 'port':
    case 'metricsPort':
    case 'outboxKeepDays':
    case 'consentKeepDays':
    case 'trustProxyHops':
    case 'uptimeCacheSeconds':
      return /^\d{1,9}$/.test(value) ? Number(value) : value
    case 'rateLimits':
      return value === 'on' ? true : value === 'off' ? false : (readLimits(value) ?? value)
    case 'breaker':
    case 'page':
      return value === 'on' ? true : value === 'off' ? false : value
    case 'partnerSmsProgram':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}

/** `phone=2/86400,ip=60/600` as limits by name. */
function readLimits(value: string): Record<string, { count: number; seconds: number }> | undefined {
  const limits = new Map<string, { count: number; seconds: number }>()
  for (const item of value.split(',')) {
    const [, name, count, seconds] = /^\s*([a-z_]+)=(\d{1,12})\/(\d{1,12})\s*$/.exec(item) ?? []
    if (name === undefined) return undefined
    limits.set(name, { count: Number(count), seconds: Number(seconds) })
  }
  return Object.fromEntries(limits)
}

function readWording(
  path: string,
  readTextFile: ((path: string) => string) | undefined,
): { type: 'read'; value: unknown } | { type: 'unreadable'; says: string } {
  if (readTextFile === undefined) {
    return { type: 'unreadable', says: 'cannot be read on this host. Pass the wording to createBff as an option.' }
  }
  let text: string
  try {
    text = readTextFile(path)
  } catch {
    return {
      type: 'unreadable',
      says: `names a file that cannot be read: "${path}". Check that it is there and that this user may read it.`,
    }
  }
  try {
    return { type: 'read', value: JSON.parse(text) }
  } catch {
    return { type: 'unreadable', says: `names a file that is not JSON: "${path}". Write it as {"en": {…}, "es": {…}}.` }
  }
}
