/** The deprecated schemas of the Civic Data API, version 1 (R-C32 to R-C35): no options, structured values, footnotes or overrides. */
import * as z from 'zod/mini'
import { parseList } from './read-list.ts'
import { Fact } from './state-data.ts'

/** A V1 field definition (R-C32). */
export const V1Field = z.looseObject({
  slug: z.string(),
  /** Called `description` in version 2 (R-C50). */
  long_name: z.string(),
  field_format: z.string(),
})
export type V1Field = z.infer<typeof V1Field>

/** A V1 fact: text only (R-C33). Older servers also sent `value`; it passes through unread (X19). */
export const V1Fact = z.looseObject({
  field_type: z.string(),
  text: z.string(),
  modified_at: z.optional(z.string()),
})
export type V1Fact = z.infer<typeof V1Fact>

/** All V1 facts of a state. `parseStateData` reads it too. */
export const V1StateData = z.looseObject({
  code: z.string(),
  name: z.string(),
  state_information: z.array(V1Fact),
})
export type V1StateData = z.infer<typeof V1StateData>

/** A definition of either version, as data in the middle of a migration may have it. */
export const MixedField = z.looseObject({
  slug: z.string(),
  long_name: z.optional(z.string()),
  description: z.optional(z.string()),
  field_format: z.string(),
  options: z.nullish(z.array(z.string())),
})
export type MixedField = z.infer<typeof MixedField>

/** Reads the response of the V1 field endpoint (R-C34): a bare list. Also reads definitions of version 2 in it.
 *  @returns the usable definitions, and a sentence for everything else; an empty list when the response is not a list */
export function parseV1Fields(value: unknown): { fields: MixedField[]; violations: string[] } {
  const violations: string[] = []
  const optional = ['long_name', 'description', 'options']
  return { fields: parseList(value, { path: 'fields', schema: MixedField, optional }, violations), violations }
}

/** Returns a V1 fact as a V2 fact: the same, without values of the wrong type under keys of version 2. */
export function toFact(fact: V1Fact | Fact): Fact {
  const optional = ['bool_value', 'multiselect_value', 'footnotes']
  const [parsed] = parseList([fact], { path: 'fact', schema: Fact, optional })
  return parsed ?? { field_type: fact.field_type, text: fact.text }
}
