/** `voter-registration-server wording`: the consent wordings as a page, for the operator to approve (R-A22). */

import { readOperatorText } from '../config/operator-file.ts'
import { wordingPageFromEnvironment } from '../config/wording-from-environment.ts'
import { createTask } from './create-task.ts'

/** Runs `wording`; see {@link Task}. */
export const wordingTask = createTask('voter-registration-server wording', {
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
    out(await wordingPageFromEnvironment(env, readOperatorText, partner))
    return 0
  },
})
