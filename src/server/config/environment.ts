/** Reads the options from environment variables. */
import { schemaOf } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, type ReadTextFile, readEnvironment, sentenceOn } from '../options/read-environment.ts'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import type { UptimeAccess } from '../upstream/uptime-upstream.ts'
import { problemsOf } from './check-config.ts'
import { withMisspelled } from './misspelled-variables.ts'
import type { BffOptions } from './options.ts'
import { bffOptions, bffOptionsSchema, variables } from './options-table.ts'
import { civicOf, uptimeOf } from './read-config.ts'

/**
 * Reads options from the environment; values are trimmed, empty ones count as missing. The BFF created from them warns of
 * variables that look misspelled (`variables_misspelt` in the log).
 *
 * @param env for example `process.env`
 * @param readTextFile reads the files that `WORDING_FILE`, `SEAL_KEY_FILE` and the like name; without it (on a host
 * without files) those variables are rejected
 * @throws ConfigurationError that lists every problem: which variable, what is wrong, what to do; never a secret
 */
export function optionsFromEnvironment(env: Environment, readTextFile?: ReadTextFile): BffOptions {
  return withMisspelled(readOptions(env, readTextFile), env)
}

/** {@link optionsFromEnvironment} for a command, which reports misspelled variables itself. */
export function readOptions(env: Environment, readTextFile?: ReadTextFile): BffOptions {
  const { values, problems: unread } = readEnvironment(bffOptions, env, readTextFile)
  const isRead = (name: string | undefined) => !unread.some(({ option }) => option === name)
  const problems = [...unread, ...problemsOf(values).filter(({ option }) => isRead(option))]
  // A host with files has a disk.
  const storage =
    readTextFile !== undefined && isRead('databaseUrl') && needsStorage(values)
      ? [`${variables.dataDir} ${storageMissing}`]
      : []
  const all = [...problems.map((problem) => sentenceOn(problem, bffOptions, env)), ...storage]
  if (all.length > 0) throw new ConfigurationError(all)
  return bffOptionsSchema.parse(values)
}

/**
 * Reads only the access to the Civic Data API, for programs that need nothing else.
 *
 * @returns `undefined` when none of `CIVIC_…` is set
 * @throws ConfigurationError that lists every problem; never a secret
 */
export function civicFromEnvironment(env: Environment): CivicAccess | undefined {
  const { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields } = bffOptions
  const table = { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields }
  const { values } = readEnvironment(table, env)
  const problems = problemsOf(values).filter(({ option }) => option?.startsWith('civic'))
  if (problems.length > 0) throw new ConfigurationError(problems.map((each) => sentenceOn(each, table, env)))
  return civicOf(schemaOf(table).parse(values))
}

/**
 * Reads only the access to the Uptime API from the environment; `undefined` without `UPTIME_URL`.
 *
 * @throws ConfigurationError with a sentence for each problem; never a secret
 */
export function uptimeFromEnvironment(env: Environment): UptimeAccess | undefined {
  const { uptimeUrl, uptimeKeyId, uptimeKeySecret } = bffOptions
  const table = { uptimeUrl, uptimeKeyId, uptimeKeySecret }
  const { values } = readEnvironment(table, env)
  const problems = problemsOf(values).filter(({ option }) => option?.startsWith('uptime'))
  if (problems.length > 0) throw new ConfigurationError(problems.map((each) => sentenceOn(each, table, env)))
  return uptimeOf(schemaOf(table).parse(values))
}
