/** The address of an answer in a browser without scripts. It stands in the history, in logs of proxies and in what voters
 *  share, so it opens the answer alone; what was typed needs the cookie, too. */

import type { KeptAnswer } from '../../contract/kept-answer.ts'
import type { PageDeps, PageVisit } from '../../contract/page-interface.ts'
import { emptyValues, type FormValues } from '../widget/form/fields.ts'
import { keptValues } from '../widget/form/kept-values.ts'
import { clientFor } from './page-client.ts'
import { type PageQuery, writePageQuery } from './page-query.ts'
import { againName } from './parse-form-body.ts'

/** Separates the sealed text from that of a button. */
const mark = 'answer '

/** Returns the answer's address for a visitor. Only this BFF can take the answer's token out of it. */
export async function answerAddress(again: string, visitor: PageQuery, { seal }: Pick<PageDeps, 'seal'>) {
  const query = writePageQuery(visitor)
  query.set(againName, await seal(mark + again))
  return `form?${query}`
}

/**
 * Opens the answer that an address names. A parameter that was not sealed here is taken for the token itself, as release
 * 0.1.0 wrote it.
 *
 * @returns the values are empty unless this browser sent the form; `undefined` when the answer is gone
 */
export async function answerAt(
  named: string,
  visit: PageVisit,
  visitor: PageQuery,
  { open }: Pick<PageDeps, 'open'>,
): Promise<{ kept: KeptAnswer; values: FormValues } | undefined> {
  const opened = await open(named)
  const again = opened?.startsWith(mark) === true ? opened.slice(mark.length) : named
  const kept = await clientFor(visit, visitor)
    .answerAgain(again)
    .catch(() => undefined)
  if (kept === undefined) return undefined
  return { kept, values: visit.cookie?.value === again ? keptValues(kept, kept.consent_version) : emptyValues }
}
