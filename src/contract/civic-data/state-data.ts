/** The facts of one state in the Civic Data API, version 2. */
import * as z from 'zod/mini'
import { parseList } from './read-list.ts'

/** One fact: the value of a field in a state (R-C16 to R-C19). Unknown keys pass through. To show a fact use `getFactValue`,
 *  which knows when there is no value, and always show its footnotes with it (R-C20). */
export const Fact = z.looseObject({
  /** The slug of the field (R-C22). */
  field_type: z.string(),
  /** The value as text; empty or "N/A" when there is none (rules B.2.14). */
  text: z.string(),
  /** Only if the format is Boolean. May be `false` when `text` is empty, that is when nothing is known. */
  bool_value: z.nullish(z.boolean()),
  /** Only if the format is Multi-select: the options that apply. */
  multiselect_value: z.nullish(z.array(z.string())),
  /** Exceptions and explanations; absent, null or empty when there are none. */
  footnotes: z.nullish(z.string()),
  /** When it was last changed, as the service wrote it; `parseDateTime` reads it. */
  modified_at: z.optional(z.string()),
})
export type Fact = z.infer<typeof Fact>

/** All facts of a state (R-C15). */
export const StateData = z.looseObject({
  code: z.string(),
  name: z.string(),
  state_information: z.array(Fact),
})
export type StateData = z.infer<typeof StateData>

/** Whether a text means "no value": blank or "N/A" in any case (rules B.2.14). */
export function isNone(text: string): boolean {
  return /^\s*(n\/a\s*)?$/i.test(text)
}

/** Returns the footnotes of a fact, or `undefined` when there are none: absent, null, blank (R-C19). */
export function getFootnotes(fact: Fact): string | undefined {
  return typeof fact.footnotes === 'string' && fact.footnotes.trim() !== '' ? fact.footnotes : undefined
}

/** Reads the response of the state endpoint: one object. Also reads version 1, whose facts are those of version 2 without the
 *  optional keys (R-C33).
 *  @returns the state with every usable fact, and a sentence for everything else; `undefined` when `code`, `name` or the list
 *  of facts is missing */
export function parseStateData(value: unknown): { stateData: StateData; violations: string[] } | undefined {
  const result = z.extend(StateData, { state_information: z.array(z.unknown()) }).safeParse(value)
  if (!result.success) return undefined
  const violations: string[] = []
  const optional = ['bool_value', 'multiselect_value', 'footnotes', 'modified_at']
  const list = { path: 'state_information', schema: Fact, optional }
  const facts = parseList(result.data.state_information, list, violations)
  return { stateData: { ...result.data, state_information: facts }, violations }
}
