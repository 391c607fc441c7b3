/** `voter-registration-server wording`: the consent wordings as a page, for the operator to approve (R-A22). */
import { missingIn } from '../config/check-config.ts'
import { isSandbox } from '../config/check-values.ts'
import { readOperatorText } from '../config/operator-file.ts'
import { textProgramProblems } from '../config/text-program-problems.ts'
import { cataloguesOf, WordingOptions, wordingSettings } from '../config/wording-settings.ts'
import { problemsIn } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, optionsFrom } from '../options/read-environment.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { partnerWordingOptions } from '../partners/read-partners.ts'
import { createTask } from './task.ts'
import { wordingPage } from './wording-page.ts'

/** Runs `wording`; see {@link Task}. */
export const wordingTask = createTask({
  summary: 'prints every consent text that a voter can be shown as a page (HTML), to forward, print and sign',
  details: `With names, links and versions. Reads the names, links, WORDING_FILE and the text-message program from the variables of
"bff"; needs neither key nor storage. Set WORDING_APPROVED to the versions that the operator has approved.`,
  flags: {
    partner: {
      type: 'string',
      value: 'NAME',
      what: 'the texts of one partner of PARTNERS_FILE; approved versions go into its wording_approved',
    },
  },
  async run(_words, { partner }, env, { out }) {
    const options = wordingOptionsFrom(env, partner)
    const settings = wordingSettings(options)
    if (settings === undefined) throw new Error('Every problem was listed before.')
    out(await wordingPage(settings, cataloguesOf(options, settings)))
    return 0
  },
})

/**
 * Returns the options of the wordings, before any of them is approved.
 *
 * @param partner a partner of the partners file; by default the one configured by the variables
 * @throws ConfigurationError that lists every problem of the variables that it needs
 */
function wordingOptionsFrom(env: Environment, partner: string | undefined): WordingOptions {
  const own = optionsFrom(WordingOptions, env, readOperatorText, (values) => [
    ...problemsIn(WordingOptions, values),
    ...textProgramProblems(values),
    ...(isSandbox(values) ? [] : missingIn(WordingOptions, values)),
  ])
  return partner === undefined ? own : partnerWordingOptions(partnersText(env), partner, own)
}

function partnersText({ PARTNERS_FILE }: Environment): string {
  const file = PARTNERS_FILE?.trim() ?? ''
  if (file === '')
    throw new ConfigurationError(['PARTNERS_FILE is missing. Set it to the file that names the partner.'])
  try {
    return readOperatorText(file)
  } catch (error) {
    const { what, todo } = UnreadableFile.from(error)
    throw new ConfigurationError([`PARTNERS_FILE names a file that ${what}: "${file}". ${todo}`])
  }
}
