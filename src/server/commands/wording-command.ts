/** `voter-registration-server wording`: the consent wordings as a page, for the operator to approve (R-A22). */

import { readOperatorText } from '../config/operator-file.ts'
import { wordingPageFromEnvironment } from '../config/wording-from-environment.ts'
import { createTask } from './create-task.ts'

const usage = `Usage: voter-registration-server wording [--partner NAME] > wording.html

Prints every consent text that a voter can be shown as a page (HTML), with names, links and versions, to forward, print and
sign. Reads the names, links, WORDING_FILE and the text-message program from the variables of "bff"; needs neither key nor
storage. Set WORDING_APPROVED to the versions that the operator has approved.

  --partner NAME  the texts of one partner of PARTNERS_FILE; approved versions go into its wording_approved
`

/** Runs `wording`; see {@link Task}. */
export const wordingTask = createTask(
  usage,
  { partner: { type: 'string' } },
  async ({ values, positionals }, env, { out }) => {
    if (positionals.length > 0) return 'This command takes options only.'
    out(await wordingPageFromEnvironment(env, readOperatorText, values.partner))
    return 0
  },
)
