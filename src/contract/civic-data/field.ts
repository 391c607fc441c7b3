/** The definition of a field of the Civic Data API, version 2: what a fact is about and the format of its value. */
import * as z from 'zod/mini'
import { parseList } from './read-list.ts'

/** The six formats of the specification (R-C07). The service may add more: an unknown format is read as plain text. */
export const fieldFormats = ['Boolean', 'Date', 'Markdown', 'Multi-select', 'Single-select', 'URL'] as const

export type FieldFormat = (typeof fieldFormats)[number]

/** A field definition (R-C06 to R-C08). Lenient: `field_format` may be an unknown word, `options` may be absent, and unknown
 *  keys pass through. */
export const Field = z.looseObject({
  /** Identifies the field; the same as `field_type` of a fact (R-C22). */
  slug: z.string(),
  description: z.string(),
  /** One of {@link fieldFormats}, or a newer word. */
  field_format: z.string(),
  /** The choices; only if `field_format` is Multi-select or Single-select. */
  options: z.nullish(z.array(z.string())),
})
export type Field = z.infer<typeof Field>

/** Whether fields of a format have options (R-C08). */
export function hasOptions(format: string): boolean {
  return format === 'Multi-select' || format === 'Single-select'
}

/** Returns the options of a field, in its order; none for a format without options (R-C08), whatever the service sent. */
export function getFieldOptions(field: Field): readonly string[] {
  return hasOptions(field.field_format) ? (field.options ?? []) : []
}

/** Reads the response of the field endpoint (R-C05): a bare list of definitions.
 *  @returns the usable definitions, and a sentence for everything else; an empty list when the response is not a list */
export function parseFields(value: unknown): { fields: Field[]; violations: string[] } {
  const violations: string[] = []
  const list = { path: 'fields', schema: Field, optional: ['options'] }
  return { fields: parseList(value, list, violations), violations }
}
