/** Reads the options from environment variables. */
import { type Environment, optionsFrom, type ReadTextFile } from '../options/read-environment.ts'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import { isAbout, problemsOf } from './check-config.ts'
import { withMisspelled } from './misspelled-variables.ts'
import { BffOptions } from './options.ts'
import { CivicOptions, civicOf } from './read-config.ts'

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
