/** Reads the options from environment variables. */
import { consoleLog, onlyAllowed } from '../observability/log.ts'
import { type Environment, optionsFrom, type ReadTextFile } from '../options/read-environment.ts'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import { isAbout, problemsOf } from './check-config.ts'
import { BffOptions } from './options.ts'
import { CivicOptions, civicOf } from './read-config.ts'
import { findRemovedVariables } from './removed-variables.ts'

/**
 * Reads options from the environment; values are trimmed, empty ones count as missing. Logs a warning that names removed
 * variables that are set (`variables_removed`).
 *
 * @param env for example `process.env`
 * @param readTextFile reads the files that `WORDING_FILE`, `SEAL_KEY_FILE` and the like name; without it (on a host
 * without files) those variables are rejected
 * @throws ConfigurationError that lists every problem: which variable, what is wrong, what to do; never a secret
 */
export function optionsFromEnvironment(env: Environment, readTextFile?: ReadTextFile): BffOptions {
  const options = readOptions(env, readTextFile)
  const problems = findRemovedVariables(env).map(({ variable, todo }) => `${variable}: ${todo}`)
  const message = 'The BFF ignores variables that were removed.'
  if (problems.length > 0)
    onlyAllowed(consoleLog(), options.logLevel)({ level: 'warn', code: 'variables_removed', message, problems })
  return options
}

/** {@link optionsFromEnvironment} without the warning. */
export function readOptions(env: Environment, readTextFile?: ReadTextFile): BffOptions {
  return optionsFrom(BffOptions, env, readTextFile, (values) => [
    ...problemsOf(values),
    // A host with files has a disk.
    ...(readTextFile !== undefined && needsStorage(values) ? [storageMissing] : []),
  ])
}

/**
 * Reads only the access to the Civic Data API, for programs that need nothing else.
 *
 * @returns `undefined` when none of `CIVIC_…` is set
 * @throws ConfigurationError that lists every problem; never a secret
 */
export function civicFromEnvironment(env: Environment): CivicAccess | undefined {
  return civicOf(optionsFrom(CivicOptions, env, undefined, (values) => problemsOf(values).filter(isAbout('civic'))))
}
