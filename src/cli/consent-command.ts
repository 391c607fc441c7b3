/** `voter-registration-server consent`: the receipts of consent, as evidence of who agreed to what, and when. */
import type { Receipt } from '../bff/store/store.ts'
import { printableCell } from '../contract/printable.ts'
import { createTask } from './create-task.ts'
import { each, withBffStorage } from './open-records.ts'

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

type Cell = string | number | readonly string[] | null

/** The columns of the export, in their order. */
const columns: Readonly<Record<string, (receipt: Receipt) => Cell>> = {
  time: ({ at }) => new Date(at).toISOString(),
  reference: ({ reference }) => reference,
  wording_version: ({ wording }) => wording,
  locale: ({ locale }) => locale,
  boxes: ({ boxes }) => boxes,
  form_version: ({ form }) => form,
  site: ({ site }) => site,
  phone_hmac: ({ phone }) => phone,
  outcome: ({ outcome }) => outcome,
  upstream_status: ({ status }) => status,
  outcome_time: ({ outcome_at }) => (outcome_at === null ? null : new Date(outcome_at).toISOString()),
  id: ({ id }) => id,
}

/** Runs `consent`; see {@link Task}. */
export const consentTask = createTask(usage, options, async ({ values, positionals }, env, { out }) => {
  if (positionals.length !== 1 || positionals[0] !== 'export') return 'The command is export.'
  const from = timeOf(values.from)
  const to = timeOf(values.to)
  if (Number.isNaN(from)) return `--from is not a day or time, got "${values.from}".`
  if (Number.isNaN(to)) return `--to is not a day or time, got "${values.to}".`
  const isJson = values.json === true
  return withBffStorage(env, async ({ receipts }) => {
    if (!isJson) out(`${Object.keys(columns).join(',')}\n`)
    const page = (last?: Receipt) => receipts.list({ from, to, after: last?.seq ?? 0, most: 500 })
    for await (const receipt of each(page)) {
      const cells = Object.entries(columns).map(([name, of]) => [name, of(receipt)] as const)
      if (isJson) out(`${JSON.stringify(Object.fromEntries(cells))}\n`)
      else out(`${cells.map(([, value]) => cell(value)).join(',')}\n`)
    }
    return 0 as const
  })
})

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
}

/** A cell of the table; a text that a spreadsheet would compute gets a mark in front. */
function cell(value: Cell): string {
  const text = printableCell(value === null ? '' : typeof value === 'object' ? value.join(' ') : String(value))
  const safe = /^[-=+@]/.test(text) ? `'${text}` : text
  return /^[A-Za-z0-9 .:_/-]*$/.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}
