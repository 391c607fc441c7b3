/** Reads the options from environment variables. */
import { schemaOf } from '../../options/check-options.ts'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { type Environment, readEnvironment, sentenceOn } from '../../options/read-environment.ts'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import { problemsOf } from './check-config.ts'
import type { BffOptions } from './options.ts'
import { bffOptions, bffOptionsSchema, variables } from './options-table.ts'
import { civicOf } from './read-config.ts'

/**
 * Options from the environment; values are trimmed, empty ones count as missing.
 *
 * @param env for example `process.env`
 * @param readTextFile reads `WORDING_FILE`; without it (on a host without files) that variable is refused
 * @throws ConfigurationError with every problem at once: which variable, what is wrong, what to do; never a secret
 */
export function optionsFromEnvironment(env: Environment, readTextFile?: (path: string) => string): BffOptions {
  const { values, problems } = readEnvironment(bffOptions, env, readTextFile)
  const sentences = problemsOf(values).map((problem) => sentenceOn(problem, bffOptions, env))
  // Where there are files, there is a disk.
  const storage = readTextFile !== undefined && needsStorage(values) ? [`${variables.dataDir} ${storageMissing}`] : []
  const all = [...problems, ...sentences, ...storage]
  if (all.length > 0) throw new ConfigurationError(all)
  return bffOptionsSchema.parse(values)
}

/**
 * The way to the Civic Data API alone, for programs that want nothing else.
 *
 * @returns `undefined` when none of `CIVIC_…` is set
 * @throws ConfigurationError with everything that is wrong with them; never a secret
 */
export function civicFromEnvironment(env: Environment): CivicAccess | undefined {
  const { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields } = bffOptions
  const table = { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields }
  const { values } = readEnvironment(table, env)
  const problems = problemsOf(values).filter(({ option }) => option?.startsWith('civic'))
  if (problems.length > 0) throw new ConfigurationError(problems.map((each) => sentenceOn(each, table, env)))
  return civicOf(schemaOf(table).parse(values))
}
