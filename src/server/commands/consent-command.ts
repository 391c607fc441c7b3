/** `voter-registration-server consent`: exports the receipts of consent as evidence; finds and forgets those of a person. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Command, InvalidArgumentError } from 'commander'
import * as z from 'zod/mini'
import { escapeCell, formatCsvRow } from '../../contract/csv.ts'
import { parseDay } from '../../contract/dates.ts'
import { toDigits } from '../consent/receipt.ts'
import { blocksToText, parseBlocks } from '../consent/shown-text.ts'
import { readKeys } from '../crypto/keys.ts'
import { keyedHash } from '../crypto/provider.ts'
import { readOperatorText } from '../operator-files.ts'
import { BffOptions } from '../options/bff-options.ts'
import { ConfigurationError } from '../options/option.ts'
import { type Environment, readOptionsFrom } from '../options/read-options.ts'
import type { Receipt, Store } from '../store/store.ts'
import { readRows, requirePartner, storageDetails, withBffStorage } from './records.ts'
import { CommandError, formatCount, formatTime, type Terminal } from './terminal.ts'

const exportDetails = `
A receipt has the time, the text (a hash of what was on the screen) and its language, the checkboxes that were checked, the
version of the form, the site, the HMAC of the phone number, the response of the service ("open" if the process ended
before), the language of the form, how it was embedded (react, element, hosted), the page's path, the partner, and
where the voter came from. It has no personal data in plain text.`

const personDetails = `
Asks for the number on standard input, since an argument would stay in the shell's history. It is compared by its HMAC, which
needs RECEIPT_KEY or ENCRYPTION_KEY of the BFF.`

const forgetDetails = `
This cannot be undone. The receipts remain, as counts and as evidence of the wording. First ask your counsel whether you need
them as evidence of consent to text messages.`

export function consentCommand(consent: Command, terminal: Terminal): void {
  const { env, out } = terminal
  const addCommand = (usage: string, summary: string, ...details: string[]) =>
    consent
      .command(usage)
      .description(summary)
      .addHelpText('after', [...details, storageDetails].join('\n'))

  addCommand('export', 'prints the receipt of each forwarded registration as CSV', exportDetails)
    .option('--from <day>', 'start, a day or time (ISO 8601, UTC), for example 2026-10-01', parseTime)
    .option('--to <day>', 'end, exclusive', parseTime)
    .option('--partner <name>', 'only those of one partner, by its name in PARTNERS_FILE')
    .option('--json', 'prints one JSON object per line')
    .option('--wordings <file>', 'writes the texts of these receipts into a file, one JSON object per line')
    .action((options: { from?: number; to?: number; partner?: string; json?: true; wordings?: string }) =>
      withBffStorage(env, async (store) => {
        const { json, wordings, ...filter } = options
        await requirePartner(filter.partner, env, store)
        const versions = new Set<string>()
        if (!json) out(headerLine)
        const page = (last?: Receipt) => store.receipts.list({ ...filter, after: last?.seq ?? 0, limit: 500 })
        for await (const receipt of readRows(page, terminal, 'receipts')) {
          versions.add(receipt.wording_version)
          out(json ? `${JSON.stringify(toRecord(receipt))}\n` : formatLine(receipt))
        }
        if (wordings !== undefined) await writeFile(wordings, await formatWordings(store, versions))
      }),
    )

  addCommand('show <receipt>', 'prints a receipt by its id or reference, and the text that this person saw').action(
    (name: string) =>
      withBffStorage(env, async ({ receipts, wordings }) => {
        const matches = await receipts.find(name)
        for (const receipt of matches) {
          for (const [column, cell] of Object.entries(toRecord(receipt)))
            out(`${column.padEnd(16)} ${formatCell(cell)}\n`)
          const displayed = await wordings.get(receipt.wording_version)
          const isSubscriber = receipt.opt_ins.includes('sms_opt_in_subscriber')
          const ticked = ['agree', ...(isSubscriber ? (['subscriber'] as const) : [])] as const
          const text = displayed && blocksToText(parseBlocks(displayed.text), ticked)
          out(`\n${text ?? 'The database does not have this text.\n'}\n`)
        }
        if (matches.length === 0)
          throw new CommandError(
            `There is no receipt with the id or reference "${name}". It may be older than CONSENT_RETENTION_DAYS.`,
            1,
          )
      }),
  )

  addCommand('find', 'asks for a phone number and prints its receipts as CSV', personDetails).action(() =>
    withPerson(env, async ({ receipts }, phone) => {
      const matches = await receipts.find(phone)
      out(headerLine)
      for (const receipt of matches) out(formatLine(receipt))
      return matches.length
    }),
  )

  addCommand(
    'forget',
    'asks for a phone number and removes it from every receipt',
    forgetDetails,
    personDetails,
  ).action(() =>
    withPerson(env, async ({ receipts }, phone) => {
      const count = await receipts.forget(phone)
      if (count > 0) out(`${formatCount(count, 'receipt')} had this number, which is now removed.\n`)
      return count
    }),
  )
}

const columns = {
  time: 'created_at',
  reference: 'reference',
  wording_version: 'wording_version',
  locale: 'locale',
  opt_ins: 'opt_ins',
  form_version: 'form_version',
  site: 'site',
  phone_hmac: 'phone_hmac',
  outcome: 'outcome',
  upstream_status: 'upstream_status',
  outcome_time: 'outcome_at',
  id: 'id',
  form_language: 'form_language',
  embed: 'embed',
  path: 'path',
  partner: 'partner',
  campaign: 'campaign',
  state: 'state',
  clicked: 'clicked',
} as const satisfies Record<string, keyof Receipt>

function toRecord({ created_at, outcome_at, ...receipt }: Receipt) {
  const fields = { ...receipt, created_at: formatTime(created_at), outcome_at: formatTime(outcome_at) }
  return Object.fromEntries(Object.entries(columns).map(([name, field]) => [name, fields[field]]))
}

const headerLine = `${Object.keys(columns).join(',')}\n`

const formatLine = (receipt: Receipt) =>
  `${formatCsvRow(Object.values(toRecord(receipt)).map((cell) => formatCell(cell, '')))}\n`

/** Returns a value as text on one line. @param empty what is written where there is no value */
const formatCell = (cell: string | number | readonly string[] | null, empty = '-') =>
  escapeCell(cell === null ? empty : typeof cell === 'object' ? cell.join(' ') : String(cell))

/** Returns the texts of these versions, one line of JSON each. Texts from before 0.2 are not stored and are left out. */
async function formatWordings({ wordings }: Store, versions: Iterable<string>): Promise<string> {
  const lines: string[] = []
  for (const version of versions) {
    const displayed = await wordings.get(version)
    if (displayed === undefined) continue
    const { language, text, created_at } = displayed
    const since = new Date(created_at).toISOString()
    const blocks = parseBlocks(text)
    lines.push(`${JSON.stringify({ wording_version: version, language, since, text: blocksToText(blocks), blocks })}\n`)
  }
  return lines.join('')
}

function parseTime(text: string): number {
  // Date.parse takes 2026-02-30 for a day in March.
  const isTime = /^.{10}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && parseDay(text.slice(0, 10)) !== undefined
  const time = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('It is not a day or time.')
  return time
}

async function withPerson(env: Environment, use: (store: Store, phone: string) => Promise<number>): Promise<void> {
  const receiptMaterial = receiptMaterialFrom(env)
  const input = await ask('Phone number: ')
  const digits = toDigits(input)
  // Receipts have the whole number: seven digits alone would find none, and that would read as an answer.
  if (digits.length < (input.trim().startsWith('+') ? 7 : 10))
    throw new CommandError(
      'This is not a phone number. Write it with its area code, for example 617 555 0100, or with + and the country.',
      2,
    )
  const hmac = keyedHash(receiptMaterial, 'phone v1')(digits)
  if ((await withBffStorage(env, (store) => use(store, hmac))) === 0)
    throw new CommandError(
      'No receipt has this number. It may be older than CONSENT_RETENTION_DAYS, or from before RECEIPT_KEY changed.',
      1,
    )
}

const Keys = z.partial(
  z.pick(BffOptions, { encryptionKey: true, receiptKey: true, apiKeyId: true, apiKeySecret: true }),
)

function receiptMaterialFrom(env: Environment): Uint8Array<ArrayBuffer> {
  const { apiKeyId = '', apiKeySecret = '', ...keys } = readOptionsFrom(Keys, env, readOperatorText)
  const { receiptMaterial } = readKeys({ ...keys, apiKeyId, apiKeySecret })
  if (receiptMaterial.length > 0) return receiptMaterial
  throw new ConfigurationError([
    'Set RECEIPT_KEY or ENCRYPTION_KEY to that of the BFF, or API_KEY_SECRET if it has neither.',
  ])
}

/** Asks a question on the terminal, or reads the first line that another program sends. */
async function ask(question: string): Promise<string> {
  // Remarks go to standard error: standard output is the table.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: question })
  if (process.stdin.isTTY) terminal.prompt()
  // Unlike `question()`, these events also have a last line without a line break.
  const [line]: unknown[] = await Promise.race([once(terminal, 'line'), once(terminal, 'close')])
  terminal.close()
  return typeof line === 'string' ? line : ''
}
