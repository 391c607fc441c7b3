/** The value of a fact, ready to be shown: the single source of truth for when a fact has none. */
import { safeLink } from '../text.ts'
import { CalendarDate } from '../text-schemas.ts'
import { type Fact, isNone } from './state-data.ts'

/** The value of a fact. Show `text` and `options` as plain text, `markdown` rendered safely, `url` as a link. */
export type FactValue =
  | { is: 'none' }
  | { is: 'boolean'; value: boolean }
  | { is: 'options'; options: readonly string[] }
  | { is: 'date'; date: string }
  | { is: 'link'; url: string }
  | { is: 'markdown'; markdown: string }
  | { is: 'text'; text: string }

/** Parses the text of a Boolean: "True" or "False" in any case, as the service writes them, else `undefined`. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^\s*true\s*$/i.test(text)) return true
  return /^\s*false\s*$/i.test(text) ? false : undefined
}

/** Reads a fact by the format of its field; the name of the field never decides (X20). Empty text and "N/A" are no value, and
 *  a Boolean has no value without text even when its `bool_value` is false (rules B.2.14). A value that does not fit its
 *  format, or has an unknown format, is plain text; so is an address that is not safe to link.
 *  @param fact the fact
 *  @param format the `field_format` of its field; `undefined` when the field is unknown */
export function getFactValue(fact: Fact, format: string | undefined): FactValue {
  const selected = format === 'Multi-select' ? (fact.multiselect_value ?? []) : []
  if (selected.length > 0) return { is: 'options', options: selected }
  if (isNone(fact.text)) return { is: 'none' }
  const text: FactValue = { is: 'text', text: fact.text.trim() }
  switch (format ?? '') {
    case 'Boolean': {
      const value = fact.bool_value ?? parseBoolean(fact.text)
      return value === undefined ? text : { is: 'boolean', value }
    }
    case 'Single-select':
      return { is: 'options', options: [text.text] }
    case 'Date':
      return CalendarDate.safeParse(text.text).success ? { is: 'date', date: text.text } : text
    case 'URL': {
      const url = safeLink(text.text)
      return url === undefined ? text : { is: 'link', url }
    }
    case 'Markdown':
      return { is: 'markdown', markdown: fact.text }
    default:
      return text
  }
}

/** A value as plain text, for tables and files: yes or no, options with commas between; `''` for none. */
export function formatFactValue(value: FactValue): string {
  switch (value.is) {
    case 'none':
      return ''
    case 'boolean':
      return value.value ? 'yes' : 'no'
    case 'options':
      return value.options.join(', ')
    case 'date':
      return value.date
    case 'link':
      return value.url
    case 'markdown':
      return value.markdown
    case 'text':
      return value.text
    default:
      return value satisfies never
  }
}
