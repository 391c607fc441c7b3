/** How receipts of consent are written: as rows of a table, and line by line. */
import { csvRow } from '../../contract/csv.ts'
import { printableCell } from '../../contract/printable.ts'
import type { Receipt } from '../store/store.ts'

/** A value of a receipt, as it is exported. */
type Cell = string | number | readonly string[] | null

/** The columns of the export, in their order. */
export const columns: Readonly<Record<string, (receipt: Receipt) => Cell>> = {
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
  form_language: ({ screen }) => screen,
  door: ({ door }) => door,
  path: ({ path }) => path,
  partner: ({ partner }) => partner,
  campaign: ({ campaign }) => campaign,
  state: ({ state }) => state,
  pressed: ({ pressed }) => pressed,
}

/** Returns a value as text on one line. @param none what is written where there is no value */
export const printed = (value: Cell, none = '-'): string =>
  printableCell(value === null ? none : typeof value === 'object' ? value.join(' ') : String(value))

/** The table's first line. */
export const headerLine = `${Object.keys(columns).join(',')}\n`

/** A receipt as a line of the table. */
export const lineOf = (receipt: Receipt): string =>
  `${csvRow(Object.values(columns).map((of) => printed(of(receipt), '')))}\n`
