/** The definition of a field of the Civic Data API, version 2: what a fact is about and how its value is written. */
import * as z from 'zod/mini'
import { readList } from './read-list.ts'

/** The six formats of the specification (R-C07). The service may add one: an unknown format is read as plain text. */
export const fieldFormats = ['Boolean', 'Date', 'Markdown', 'Multi-select', 'Single-select', 'URL'] as const

/** One of the six formats. */
export type FieldFormat = (typeof fieldFormats)[number]

/**
 * A field definition (R-C06 to R-C08). Lenient: `field_format` may be a word we do not know, `options` may be absent,
 * and keys we do not know pass through.
 */
export const Field = z.looseObject({
  /** Names the field; the same as `field_type` of a fact (R-C22). */
  slug: z.string(),
  /** What the field is about, as a heading. */
  description: z.string(),
  /** One of {@link fieldFormats}, or a newer word. */
  field_format: z.string(),
  /** What can be chosen; only where `field_format` is Multi-select or Single-select. */
  options: z.nullish(z.array(z.string())),
})
export type Field = z.infer<typeof Field>

/** Whether fields of a format have options (R-C08). */
export function hasOptions(format: string): boolean {
  return format === 'Multi-select' || format === 'Single-select'
}

/** The options of a field, in its order: none where the specification has none (R-C08), whatever came. */
export function optionsOf(field: Field): readonly string[] {
  return hasOptions(field.field_format) ? (field.options ?? []) : []
}

/**
 * Reads what the field endpoint answers (R-C05): a bare list of definitions.
 *
 * @returns the definitions that can be used, and a sentence for everything else; an empty list when it was no list
 */
export function readFields(value: unknown): { fields: Field[]; departures: string[] } {
  const departures: string[] = []
  return { fields: readList(value, 'fields', Field, ['options'], departures), departures }
}
