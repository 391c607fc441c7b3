/** Validates a whole configuration: each option by itself, and options that depend on each other. */
import { missingProblem, type Problem, problemsIn, programSentence } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { optionsIn, type Program } from '../options/option.ts'
import { isOnThisMachine, isSandbox, readApiKeys, sandboxKeyId } from './check-values.ts'
import { BffOptions } from './options.ts'
import { textProgramProblems } from './text-program-problems.ts'
import { wordingOptionsIn, wordingSettings } from './wording-settings.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * Returns every problem of the options; empty when there is none.
 *
 * @param options as a program or the environment gave them
 */
export function problemsOf(options: Given): Problem[] {
  return [
    ...problemsIn(BffOptions, options),
    ...keyProblems(options),
    ...botCheckProblems(options),
    ...storageProblems(options),
    ...portProblems(options),
    ...civicProblems(options),
    ...uptimeProblems(options),
    ...textProgramProblems(options),
    ...sandboxKeyProblems(options, 'apiKeyId', 'upstreamUrl'),
    ...(isReal(options) ? realServiceProblems(options) : []),
  ]
}

/** Returns a predicate: whether a problem is about an option that begins with `word`, or about an unknown option. */
export const isAbout =
  (word: string) =>
  ({ option }: Problem): boolean =>
    option.startsWith(word) || !Object.hasOwn(BffOptions.shape, option)

/** @throws ConfigurationError when one of the options that begin with `word` cannot work */
export function demandOptions(options: object, word: 'civic' | 'uptime'): void {
  const problems = problemsOf({ ...options }).filter(isAbout(word))
  if (problems.length > 0) throw new ConfigurationError(problems.map((one) => programSentence(one, BffOptions)))
}

/** Whether the key is that of a real service. Without a key the service is unknown. */
const isReal = (options: Given) => typeof options.apiKeyId === 'string' && !isSandbox(options)

/** Each key id needs its secret. */
function keyProblems({ apiKeyId, apiKeySecret }: Given): Problem[] {
  if (typeof apiKeyId !== 'string' || typeof apiKeySecret !== 'string') return []
  if (readApiKeys({ apiKeyId, apiKeySecret }).every(({ secret }) => secret !== '')) return []
  const says = 'has another number of secrets than {apiKeyId} has ids. Set two of both, or one of both.'
  return [{ option: 'apiKeySecret', says }]
}

/** Only an address over a limit is ever asked for a proof. */
function botCheckProblems({ botCheck, rateLimits }: Given): Problem[] {
  if (rateLimits !== false || botCheck === undefined || botCheck === 'off') return []
  const says =
    'asks for one, but {rateLimits} is off: only an address over a limit is ever asked. Set {rateLimits} to on, or {botCheck} to off.'
  return [{ option: 'botCheck', says }]
}

function storageProblems({ dataDir, databaseUrl }: Given): Problem[] {
  if (dataDir === undefined || databaseUrl === undefined) return []
  return [{ option: 'dataDir', says: 'is set together with {databaseUrl}. Keep one of the two.' }]
}

/** The BFF and its metrics cannot share a port. */
function portProblems({ port = BffOptions.shape.port.parse(undefined), metricsPort }: Given): Problem[] {
  if (typeof metricsPort !== 'number' || metricsPort === 0 || metricsPort !== port) return []
  const says = `is ${metricsPort}, the port of the BFF itself ({port}). Use another one, such as 9464.`
  return [{ option: 'metricsPort', says }]
}

/** Civic data needs an address and both halves of a key, or nothing. */
function civicProblems(options: Given): Problem[] {
  const isGiven = Object.keys(options).some((name) => name.startsWith('civic') && options[name] !== undefined)
  const needed = isGiven ? ['civicUrl', 'civicKeyId', 'civicKeySecret'] : []
  return [
    ...needed
      .filter((option) => options[option] === undefined)
      .map((option) => {
        const { says } = missingProblem(BffOptions, option)
        return { option, says: `${says} Or leave all of CIVIC_… out: then there are no facts about states.` }
      }),
    ...sandboxKeyProblems(options, 'civicKeyId', 'civicUrl'),
  ]
}

/** The Uptime API needs an address, and both halves of a key or neither. */
function uptimeProblems(options: Given): Problem[] {
  const { uptimeUrl, uptimeKeyId, uptimeKeySecret } = options
  if (uptimeUrl === undefined) {
    const says = 'is set, but {uptimeUrl} is not: there is nothing to use it for. Set both, or leave both out.'
    const given = ['uptimeKeyId', 'uptimeKeySecret'].filter((name) => options[name] !== undefined)
    return given.map((option) => ({ option, says }))
  }
  const problems = sandboxKeyProblems(options, 'uptimeKeyId', 'uptimeUrl')
  if ((uptimeKeyId === undefined) === (uptimeKeySecret === undefined)) return problems
  const [missing, set] =
    uptimeKeyId === undefined
      ? (['uptimeKeyId', 'uptimeKeySecret'] as const)
      : (['uptimeKeySecret', 'uptimeKeyId'] as const)
  const says = `is missing, and {${set}} is set. Set both halves of the key, or neither: the Uptime API may need none.`
  return [{ option: missing, says }, ...problems]
}

/** The sandbox's key may not be used with a real service. */
function sandboxKeyProblems(
  options: Given,
  key: 'apiKeyId' | 'civicKeyId' | 'uptimeKeyId',
  url: 'upstreamUrl' | 'civicUrl' | 'uptimeUrl',
): Problem[] {
  if (options[key] !== sandboxKeyId || isOnThisMachine(options[url]) !== false) return []
  const says = `is the sandbox's key, but {${url}} is a real service. Set both to the one or both to the other.`
  return [{ option: key, says }]
}

/** Problems of what only a real service requires, not the sandbox. */
function realServiceProblems(options: Given): Problem[] {
  const absent = missingIn(BffOptions, options).filter(({ option }) => !checkedElsewhere.includes(option))
  return [...absent, ...approvalProblems(options)]
}

/** Returns a problem for each missing option of a program that a real service requires. */
export function missingIn(program: Program, options: Given): Problem[] {
  return optionsIn(program)
    .filter(({ name, isForService }) => isForService === true && options[name] === undefined)
    .map(({ name }) => missingProblem(program, name))
}

/** Options checked elsewhere: the storage only where there are files, the approval together with the wording. */
const checkedElsewhere = ['dataDir', 'wordingApproved']

/** Against a real service the operator must have approved the English wording, with the names and links in it (R-A22). */
function approvalProblems(options: Given): Problem[] {
  const { wordingApproved } = options
  const given = wordingOptionsIn(options)
  const settings = given && wordingSettings(given)
  if (settings === undefined) {
    const says = 'is checked once the other options are right: names and links are a part of what is approved.'
    return wordingApproved === undefined ? [{ option: 'wordingApproved', says: `is missing, and ${says}` }] : []
  }
  const { version } = settings.wording.en
  if (Array.isArray(wordingApproved) && wordingApproved.includes(version)) return []
  const says = `does not name ${version}, the English consent wording with these names and links. Show what \`voter-registration-server wording\` prints to the operator and, once it is approved (R-A22), set this to ${version}.`
  return [{ option: 'wordingApproved', says }]
}
