/** `voter-registration-server consent`: exports the receipts of consent, as evidence of who agreed to what, and when; finds
 *  and forgets those of a person. */
import { writeFile } from 'node:fs/promises'
import { readDay } from '../../contract/calendar-day.ts'
import { plainText, readBlocks } from '../consent/shown-text.ts'
import type { Environment } from '../options/read-environment.ts'
import type { Receipt, Store } from '../store/store.ts'
import { columns, headerLine, lineOf, printed } from './consent-columns.ts'
import { findCommand, forgetCommand } from './consent-person.ts'
import { unknownPartner } from './known-partner.ts'
import { each, storageDetails, withBffStorage } from './open-records.ts'
import { showProgress } from './show-progress.ts'
import { createTask, type ExitCode, type Terminal } from './task.ts'

/** Runs `consent`; see {@link Task}. */
export const consentTask = {
  export: createTask({
    summary: 'one receipt for each registration that was forwarded, as a table with commas (CSV)',
    details: `A receipt says when, which text (the hash of what was on the screen) in which language, which boxes were ticked, which
version of the form, on which site, the HMAC of the phone number or none, what the service answered ("open": not known, the
process ended before), the language of the form, its door (react, element, hosted), the page's path, the partner that the form
names, and where the voter came from. No personal data in clear.
${storageDetails}`,
    flags: {
      from: {
        type: 'string',
        value: 'DAY',
        what: 'from this day or time on (ISO 8601, UTC), for example 2026-10-01',
      },
      to: { type: 'string', value: 'DAY', what: 'up to this day or time, which is not included' },
      partner: {
        type: 'string',
        value: 'NAME',
        what: 'those of one partner, by its name in PARTNERS_FILE',
      },
      json: { type: 'boolean', what: 'one line of JSON each, for programs' },
      wordings: {
        type: 'string',
        value: 'FILE',
        what: 'writes the texts that these receipts name into a file, one line of JSON each',
      },
    },
    run: exportAll,
  }),
  show: createTask({
    summary: 'a receipt by its id or reference, and the text that this person saw, with names, links and boxes',
    details: storageDetails,
    words: '<receipt>',
    flags: {},
    run: showOne,
  }),
  find: findCommand,
  forget: forgetCommand,
}

async function exportAll(
  _words: readonly string[],
  values: { from?: string; to?: string; partner?: string; json?: boolean; wordings?: string },
  env: Environment,
  { out, err, note }: Terminal,
): Promise<ExitCode | string> {
  const from = timeOf(values.from)
  const to = timeOf(values.to)
  if (Number.isNaN(from)) return `--from is not a day or time, got "${values.from}".`
  if (Number.isNaN(to)) return `--to is not a day or time, got "${values.to}".`
  const { partner } = values
  const isJson = values.json === true
  return withBffStorage<ExitCode>(env, async (store) => {
    const { receipts } = store
    const unknown = await unknownPartner(partner, env, store)
    if (unknown !== undefined) {
      err(unknown)
      return 1
    }
    const named = new Set<string>()
    if (!isJson) out(headerLine)
    const page = (last?: Receipt) => receipts.list({ from, to, partner, after: last?.seq ?? 0, limit: 500 })
    for await (const receipt of each(page, showProgress({ note }, 'receipts'))) {
      named.add(receipt.wording)
      const valuesOf = () => Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(receipt)]))
      out(isJson ? `${JSON.stringify(valuesOf())}\n` : lineOf(receipt))
    }
    if (values.wordings !== undefined) await writeFile(values.wordings, await textsAsLines(store, named))
    return 0
  })
}

/** Returns the texts of these versions, one line of JSON each. Texts from before 0.2 are not stored and are left out. */
async function textsAsLines({ wordings }: Store, versions: Iterable<string>): Promise<string> {
  const lines: string[] = []
  for (const version of versions) {
    const kept = await wordings.get(version)
    if (kept === undefined) continue
    const { language, text, at } = kept
    const since = new Date(at).toISOString()
    const blocks = readBlocks(text)
    lines.push(`${JSON.stringify({ wording_version: version, language, since, text: plainText(blocks), blocks })}\n`)
  }
  return lines.join('')
}

/** Prints the receipts with this id or reference, each with the text that was on the screen. */
async function showOne(
  [name = '']: readonly string[],
  _values: object,
  env: Environment,
  { out, err }: Terminal,
): Promise<ExitCode> {
  return withBffStorage(env, async ({ receipts, wordings }) => {
    const found = await receipts.find(name)
    for (const receipt of found) {
      for (const [column, of] of Object.entries(columns)) out(`${column.padEnd(16)} ${printed(of(receipt))}\n`)
      const kept = await wordings.get(receipt.wording)
      out(`\n${kept === undefined ? notKept : plainText(readBlocks(kept.text), ticked(receipt))}\n`)
    }
    if (found.length > 0) return 0
    err(`There is no receipt with the id or reference "${name}". It may be older than CONSENT_KEEP_DAYS.\n`)
    return 1
  })
}

const notKept = 'The database does not have this text.\n'

const ticked = ({ boxes }: Receipt): ('agree' | 'subscriber')[] =>
  boxes.includes('sms_opt_in_subscriber') ? ['agree', 'subscriber'] : ['agree']

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  // Date.parse takes 2026-02-30 for a day in March.
  const isTime = /^.{10}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && readDay(text.slice(0, 10)) !== undefined
  return isTime ? Date.parse(text) : Number.NaN
}
