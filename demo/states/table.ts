/** States and fields as rows and columns, and as a CSV file. */
import { type Fact, type Field, factText, factValue, footnotesOf, type StateData } from 'voter-registration/contract'

/** A fact in one line, with its footnotes behind it (R-C20); empty where nothing is known. */
export function cellOf(fact: Fact | undefined, field: Field | undefined): string {
  if (fact === undefined) return ''
  const footnotes = footnotesOf(fact)
  return [factText(factValue(fact, field?.field_format)), footnotes !== undefined && `[${footnotes}]`]
    .filter(Boolean)
    .join(' ')
}

/** The fields whose slug, description, format or value in this state holds every word of a query. */
export function filterFields(fields: readonly Field[], query: string, stateData: StateData | undefined): Field[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const facts = new Map(stateData?.state_information.map((fact) => [fact.field_type, fact]))
  return fields.filter((field) => {
    const { slug, description, field_format } = field
    const text = [slug, description, field_format, cellOf(facts.get(slug), field)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A row for each state: code, name, and a cell for each chosen field. */
export function rowsOf(states: readonly StateData[], fields: readonly Field[]): string[][] {
  return states.map(({ code, name, state_information }) => {
    const facts = new Map(state_information.map((fact) => [fact.field_type, fact]))
    return [code, name, ...fields.map((field) => cellOf(facts.get(field.slug), field))]
  })
}

/**
 * A CSV file (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets want. A cell that a spreadsheet would take for
 * a formula begins with an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map(line).join('\r\n')}\r\n`
}

function line(cells: readonly string[]): string {
  return cells.map(quoted).join(',')
}

function quoted(cell: string): string {
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
