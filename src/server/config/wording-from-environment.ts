/** The consent wordings of a configuration, before any of them is approved. */

import { wordingPage } from '../consent/wording-page.ts'
import { problemsIn } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, optionsFrom, type ReadTextFile } from '../options/read-environment.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { partnerWordingOptions } from '../partners/read-partners.ts'
import { missingIn } from './check-config.ts'
import { isSandbox } from './check-values.ts'
import { textProgramProblems } from './text-program-problems.ts'
import { cataloguesOf, WordingOptions, wordingSettings } from './wording-settings.ts'

/**
 * Renders the wordings as a page.
 *
 * @param partner a partner of the partners file; by default the one configured by the variables
 * @throws ConfigurationError that lists every problem of the variables that it needs
 */
export async function wordingPageFromEnvironment(
  env: Environment,
  readTextFile: ReadTextFile,
  partner?: string,
): Promise<string> {
  const own = optionsFrom(WordingOptions, env, readTextFile, (values) => [
    ...problemsIn(WordingOptions, values),
    ...textProgramProblems(values),
    ...(isSandbox(values) ? [] : missingIn(WordingOptions, values)),
  ])
  const options = partner === undefined ? own : partnerWordingOptions(partnersText(env, readTextFile), partner, own)
  const settings = wordingSettings(options)
  if (settings === undefined) throw new Error('Every problem was listed before.')
  return wordingPage(settings, cataloguesOf(options, settings))
}

function partnersText({ PARTNERS_FILE: file = '' }: Environment, readTextFile: ReadTextFile): string {
  try {
    return readTextFile(file)
  } catch (error) {
    const { what, todo } = UnreadableFile.from(error)
    throw new ConfigurationError([`PARTNERS_FILE names a file that ${what}: "${file}". ${todo}`])
  }
}
