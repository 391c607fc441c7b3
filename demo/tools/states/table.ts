/** States and fields as rows and columns. */
import { type Fact, type Field, factText, factValue, footnotesOf, type StateData } from 'voter-registration/contract'

/** Returns a fact in one line, followed by its footnotes (R-C20); empty when nothing is known. */
export function cellOf(fact: Fact | undefined, field: Field | undefined): string {
  if (fact === undefined) return ''
  const footnotes = footnotesOf(fact)
  return [factText(factValue(fact, field?.field_format)), footnotes !== undefined && `[${footnotes}]`]
    .filter(Boolean)
    .join(' ')
}

/** Returns the fields whose slug, description, format or value in this state contains every word of a query. */
export function filterFields(fields: readonly Field[], query: string, stateData: StateData | undefined): Field[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const facts = new Map(stateData?.state_information.map((fact) => [fact.field_type, fact]))
  return fields.filter((field) => {
    const { slug, description, field_format } = field
    const text = [slug, description, field_format, cellOf(facts.get(slug), field)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns a row for each state: code, name, and a cell for each chosen field. */
export function rowsOf(states: readonly StateData[], fields: readonly Field[]): string[][] {
  return states.map(({ code, name, state_information }) => {
    const facts = new Map(state_information.map((fact) => [fact.field_type, fact]))
    return [code, name, ...fields.map((field) => cellOf(facts.get(field.slug), field))]
  })
}
