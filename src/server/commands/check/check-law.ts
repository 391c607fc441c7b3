/** Warns where the configuration may conflict with what states and carriers ask of a form. Not legal advice: whether a rule
 *  applies to a form is a question for the operator's counsel. */
import { isSandbox } from '../../config/check-values.ts'
import { type BffOptions, variables } from '../../config/options.ts'
import { periodOf } from '../../notices/notices-at.ts'
import { readNoticeFile } from '../../notices/notices-file.ts'
import type { WrittenNotice } from '../../notices/written-notice.ts'
import { type Partner, partnerFrom } from '../../partners/partner.ts'
import { readPartnersFile } from '../../partners/partners-file.ts'
import { docPage } from '../doc-page.ts'
import type { Finding } from './finding.ts'

/** Laws that forbid filling in a registration application for a voter, as known on July 4, 2026. */
const prefillLaws = { LA: 'HB 506 of 2024', TN: 'HB 1955/SB 2586 of 2024' } as const

/** A partner with its rows: those of the notices file, then its own. */
export interface PartnerRows {
  /** Its name in the partners file; `undefined` for the partner of the options. */
  id: string | undefined
  settings: Partner['settings']
  rows: readonly WrittenNotice[]
}

/**
 * Reads the rows of each partner.
 *
 * @throws ConfigurationError when a file cannot be used
 */
export function rowsOf(options: BffOptions): PartnerRows[] {
  const forAll = options.noticeFile === undefined ? [] : readNoticeFile(options)
  const listed = options.partnersFile === undefined ? [] : [...readPartnersFile(options).values()]
  return [partnerFrom(options), ...listed].map(({ id, settings, notices }) => {
    return { id, settings, rows: [...forAll, ...notices] }
  })
}

/** @param now milliseconds since 1970 */
export function checkLaw(options: BffOptions, now: number): Finding[] {
  return rowsOf(options).flatMap((one) => [
    prefillOf(options, one, now),
    ...(isSandbox(options) ? [] : textProgramOf(one)),
  ])
}

const nameOf = ({ id, settings }: PartnerRows) => id ?? settings.partner.name

/** Whether somebody has decided about prefill in each state that has a law about it. */
function prefillOf(options: BffOptions, one: PartnerRows, now: number): Finding {
  const active = one.rows.map((row) => ({ row, ...periodOf(row) })).filter(({ from, to }) => from <= now && now < to)
  const decided = active.flatMap(({ row: { prefill, states = [] } }) => (prefill === undefined ? [] : states))
  const open = Object.entries(prefillLaws).filter(([state]) => !decided.some((known) => known === state))
  const name = 'prefill'
  if (open.length === 0) return { name, state: 'ok', seen: `decided for ${nameOf(one)} in ${decided.join(', ')}` }
  const laws = open.map(([state, law]) => `${state} (${law})`).join(' and ')
  const seen = `nothing is decided for ${nameOf(one)} in ${laws}`
  const filled = options.page === false ? [] : (options.pagePrefill ?? [])
  if (filled.length === 0) {
    return { name, state: 'ok', seen: `${seen}; the hosted page fills in nothing. See to pages with prefill-from-url.` }
  }
  const todo = `The hosted page's address fills in ${filled.join(', ')} (${variables.pagePrefill}). Ask your counsel, and write "prefill": "off" or "on" for these states into ${variables.noticeFile}: ${docPage('law.md')}`
  return { name, state: 'warning', seen, todo }
}

/** Carriers ask that text opt-in data goes to nobody else; the consent shares contact information with the operator. */
function textProgramOf(one: PartnerRows): Finding[] {
  const { partner, operator, features } = one.settings
  if (!features.subscriber_opt_in || partner.texts === undefined) return []
  const seen = `${nameOf(one)} has the text program "${partner.texts.program}", whose carriers ask that opt-in data is shared with nobody, while the wording's purpose shares contact information with ${operator.name} (R-A10, R-A11)`
  const todo = `Keep who opted into the program between the partner and its sender, and let the partner's privacy policy say so: ${docPage('law.md')}`
  return [{ name: 'text program', state: 'warning', seen, todo }]
}
