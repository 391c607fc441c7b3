/** `voter-registration-server wording`: the consent wordings as a page, for the operator to approve (R-A22). */
import { wordingPageFromEnvironment } from '../bff/config/wording-from-environment.ts'
import { createTask } from './create-task.ts'
import { readTextFile } from './read-text-file.ts'

const usage = `Usage: voter-registration-server wording > wording.html

Prints every consent text that a voter can be shown as a page (HTML), with names, links and versions, to forward, print and
sign. Reads the names, links, WORDING_FILE and the text-message program from the variables of "bff"; needs neither key nor
storage. Set WORDING_APPROVED to the versions that the operator has approved.
`

/** Runs `wording`; see {@link Task}. */
export const wordingTask = createTask(usage, {}, async ({ positionals }, env, { out }) => {
  if (positionals.length > 0) return 'This command takes nothing.'
  out(await wordingPageFromEnvironment(env, readTextFile))
  return 0
})
