/** `voter-registration-server consent`: the receipts of consent, as evidence of who agreed to what, and when. */
import type { Receipt, Store } from '../bff/store/store.ts'
import { createTask } from './create-task.ts'
import { withStorage } from './open-command-storage.ts'

const usage = `Usage: voter-registration-server consent export [--from DAY] [--to DAY] [--json]

One receipt for each registration that was forwarded: when, which wording (the hash of its words) in which language,
which boxes, which version of the form, on which site, the HMAC of the phone number or none, and what the service
answered ("open": not known, the process ended before). No personal data in clear.

  --from, --to  days or times (ISO 8601, UTC), for example 2026-10-01; --to is not included
  --json        one line of JSON each, for programs; otherwise a table with commas (CSV)

The storage is the one that DATA_DIR or DATABASE_URL names.
`

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** The columns of the export, in their order. */
export const receiptColumns = [
  'time',
  'reference',
  'wording_version',
  'locale',
  'boxes',
  'form_version',
  'site',
  'phone_hmac',
  'outcome',
  'upstream_status',
  'outcome_time',
  'id',
] as const

/** Runs `consent`; see {@link Task}. */
export const consentTask = createTask(usage, options, async ({ values, positionals }, env, { out }) => {
  if (positionals.length !== 1 || positionals[0] !== 'export') return 'The command is export.'
  const from = timeOf(values.from)
  const to = timeOf(values.to)
  if (Number.isNaN(from)) return `--from is not a day or time, got "${values.from}".`
  if (Number.isNaN(to)) return `--to is not a day or time, got "${values.to}".`
  const isJson = values.json === true
  return withStorage(env, async ({ receipts }) => {
    if (!isJson) out(`${receiptColumns.join(',')}\n`)
    for await (const receipt of each(receipts, { from, to })) {
      const row = exported(receipt)
      out(isJson ? `${JSON.stringify(row)}\n` : `${receiptColumns.map((name) => cell(row[name])).join(',')}\n`)
    }
    return 0 as const
  })
})

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
}

async function* each(
  receipts: Store['receipts'],
  { from, to }: { from: number | undefined; to: number | undefined },
): AsyncGenerator<Receipt> {
  for (let after = 0; ; ) {
    const page = await receipts.list({ from, to, after, most: 500 })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.seq
  }
}

function exported(
  receipt: Receipt,
): Record<(typeof receiptColumns)[number], string | number | readonly string[] | null> {
  return {
    time: new Date(receipt.at).toISOString(),
    reference: receipt.reference,
    wording_version: receipt.wording,
    locale: receipt.locale,
    boxes: receipt.boxes,
    form_version: receipt.form,
    site: receipt.site,
    phone_hmac: receipt.phone,
    outcome: receipt.outcome,
    upstream_status: receipt.status,
    outcome_time: receipt.outcome_at === null ? null : new Date(receipt.outcome_at).toISOString(),
    id: receipt.id,
  }
}

/** A cell of the table; a text that a spreadsheet would compute gets a mark in front. */
function cell(value: string | number | readonly string[] | null): string {
  const text = value === null ? '' : typeof value === 'object' ? value.join(' ') : String(value)
  const safe = /^[-=+@]/.test(text) ? `'${text}` : text
  return /^[A-Za-z0-9 .:_/-]*$/.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}
