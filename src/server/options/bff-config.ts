/** Reads the options of the BFF, as a whole, and turns them into the configuration that it uses. */
import type * as z from 'zod/mini'
import { createSettings, createWordingSettings, textProgramCheck, WordingOptions } from '../consent/wording-settings.ts'
import { formatBasicAuth, isSandbox, parseApiKeys, readKeys } from '../crypto/keys.ts'
import { getLimits } from '../middleware/limits.ts'
import { consoleLog, restrictLog } from '../observability/log.ts'
import { warnAboutRemovedVariables } from '../observability/startup-warnings.ts'
import { civicCheck, findSandboxKey, getCivicAccess, getUptimeAccess, uptimeCheck } from './api-access.ts'
import { BffOptions } from './bff-options.ts'
import { crossCheck, findMissing } from './option.ts'
import { type Environment, parseOptions, type ReadTextFile, readOptionsFrom } from './read-options.ts'

/** Options that were not checked yet; those that are wrong may be of another type. */
type UncheckedOptions = Partial<z.output<typeof BffOptions>>

const bffCheck = crossCheck<UncheckedOptions>(function* (options) {
  const { apiKeyId, apiKeySecret, botCheck, rateLimits, dataDir, databaseUrl, metricsPort, port } = options
  const keys =
    typeof apiKeyId === 'string' && typeof apiKeySecret === 'string' ? parseApiKeys({ apiKeyId, apiKeySecret }) : []
  if (keys.some(({ secret }) => secret === ''))
    yield [
      'apiKeySecret',
      'has a different number of secrets than API_KEY_ID has ids. Set two of both, or one of both.',
    ]
  if (rateLimits === false && botCheck === 'proof') {
    const message =
      'is on, but RATE_LIMITS is off, so there would never be a challenge. Set RATE_LIMITS to on, or BOT_CHECK to off.'
    yield ['botCheck', message]
  }
  if (dataDir !== undefined && databaseUrl !== undefined)
    yield ['dataDir', 'is set together with DATABASE_URL. Keep one of the two.']
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port)
    yield ['metricsPort', `is ${metricsPort}, the port of the BFF itself (PORT). Use another one, such as 9464.`]
  yield* findSandboxKey(options, 'apiKeyId', 'upstreamUrl')
})

/** A real service needs names, links, an approved wording with them (R-A22), and a storage for the evidence of consent. */
const createServiceCheck = (isStorageRequired: boolean) =>
  crossCheck<UncheckedOptions>(function* (options) {
    if (typeof options.apiKeyId !== 'string' || isSandbox(options)) return
    const { wordingApproved: approved } = options
    // The storage and the approval have messages of their own.
    for (const problem of findMissing(BffOptions, options))
      if (problem[0] !== 'dataDir' && problem[0] !== 'wordingApproved') yield problem
    const wordingOptions = WordingOptions.safeParse(options).data
    const version = wordingOptions && createWordingSettings(wordingOptions)?.wording.en.version
    if (version === undefined && approved === undefined) {
      const message =
        'is missing, and is checked once the other options are valid: names and links are part of the approved text.'
      yield ['wordingApproved', message]
    } else if (version !== undefined && !(Array.isArray(approved) && approved.includes(version))) {
      const message = `does not name ${version}, the English consent wording with these names and links. Send the output of \`voter-registration-server wording\` to the operator and, once it is approved, set this to ${version}.`
      yield ['wordingApproved', message]
    }
    if (isStorageRequired && options.dataDir === undefined && options.databaseUrl === undefined) {
      const message =
        'is missing. Set it to a folder on a persistent local disk, for example /var/lib/voter-registration: it stores clicks, outcomes and consent receipts. Several processes need DATABASE_URL instead.'
      yield ['dataDir', message]
    }
  })

const CheckedOptions = BffOptions.check(bffCheck, civicCheck, uptimeCheck, textProgramCheck)
const HostOptions = CheckedOptions.check(createServiceCheck(false))
const StorageOptions = CheckedOptions.check(createServiceCheck(true))

/** Reads options from the environment; values are trimmed, empty ones count as missing. Logs a warning that names removed
 *  variables that are set (`variables_removed`).
 *  @param env for example `process.env`
 *  @param readTextFile reads the files that `WORDING_FILE`, `ENCRYPTION_KEY_FILE` and the like name; without it (on a host without
 *  files) those variables are rejected, and no storage is required
 *  @throws ConfigurationError that lists every problem: which variable, what is wrong, what to do; never a secret */
export function optionsFromEnvironment(env: Environment, readTextFile?: ReadTextFile): BffOptions {
  const options = readOptions(env, readTextFile)
  warnAboutRemovedVariables(env, restrictLog(consoleLog(), options.logLevel))
  return options
}

/** {@link optionsFromEnvironment} without the warning. */
export const readOptions = (env: Environment, readTextFile?: ReadTextFile): BffOptions =>
  readOptionsFrom(readTextFile === undefined ? HostOptions : StorageOptions, env, readTextFile)

/** The configuration that the BFF uses. Holds the key: never logged, never sent in a response. */
export type Config = ReturnType<typeof readConfig>

/** `hasStore`: the host's own. @throws ConfigurationError with every problem, by the option's name and its variable */
export function readConfig(input: BffOptions, { hasStore }: { hasStore: boolean } = { hasStore: true }) {
  const options = parseOptions(hasStore ? HostOptions : StorageOptions, input)
  const [key, oldKey] = parseApiKeys(options)
  return {
    upstreamUrl: options.upstreamUrl,
    isSandbox: isSandbox(options),
    keyId: key?.id ?? '',
    authorization: formatBasicAuth(key?.id, key?.secret),
    /** The same for the previous key, while a new one replaces it. */
    spareAuthorization: oldKey && formatBasicAuth(oldKey.id, oldKey.secret),
    ...readKeys(options),
    settings: createSettings(options),
    civic: getCivicAccess(options),
    uptime: getUptimeAccess(options),
    basePath: options.basePath ?? '',
    page: options.page,
    pageLayout: options.pageLayout,
    pagePrefill: options.pagePrefill ?? [],
    limits: getLimits(options.rateLimits ?? !isSandbox(options)),
    trustProxyHops: options.trustProxyHops,
    publicHosts: options.publicHosts ?? [],
    botCheck: options.botCheck ?? (isSandbox(options) || options.rateLimits === false ? 'off' : 'proof'),
    retentionDays: { failedClicks: options.outboxRetentionDays, receipts: options.consentRetentionDays },
    logLevel: options.logLevel,
  }
}
