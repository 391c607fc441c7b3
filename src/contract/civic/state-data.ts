/** What the Civic Data API knows about one state: its facts, version 2. */
import * as z from 'zod/mini'
import { readList } from './read-list.ts'

/**
 * One fact: the value of a field in a state (R-C16 to R-C19). Keys we do not know pass through. To show a fact use
 * `factValue`, which knows when it says nothing, and always show its footnotes with it (R-C20).
 */
export const Fact = z.looseObject({
  /** The slug of the field (R-C22). */
  field_type: z.string(),
  /** The value as text; empty or "N/A" when there is none (rules B.2.14). */
  text: z.string(),
  /** Only where the format is Boolean. May say `false` where `text` is empty, that is where nothing is known. */
  bool_value: z.nullish(z.boolean()),
  /** Only where the format is Multi-select: the options that apply. */
  multiselect_value: z.nullish(z.array(z.string())),
  /** Exceptions and explanations; absent, null or empty when there are none. */
  footnotes: z.nullish(z.string()),
  /** When it was last changed, as the service wrote it; `readDateTime` reads it. */
  modified_at: z.optional(z.string()),
})
export type Fact = z.infer<typeof Fact>

/** All facts of a state (R-C15). */
export const StateData = z.looseObject({
  /** Two letters, upper case. */
  code: z.string(),
  /** The state's name: what overrides call it (R-C24). */
  name: z.string(),
  state_information: z.array(Fact),
})
export type StateData = z.infer<typeof StateData>

/** Whether a text stands for "no value": blank or "N/A" in any case (rules B.2.14). */
export function isNone(text: string): boolean {
  return /^\s*(n\/a\s*)?$/i.test(text)
}

/** The footnotes of a fact, or `undefined` when there are none: absent, null, blank (R-C19). */
export function footnotesOf(fact: Fact): string | undefined {
  return typeof fact.footnotes === 'string' && fact.footnotes.trim() !== '' ? fact.footnotes : undefined
}

/**
 * Reads what the state endpoint answers: one object. The same function reads version 1, whose facts are those of
 * version 2 without the optional keys (R-C33).
 *
 * @returns the state with every fact that can be used and a sentence for everything else; `undefined` when there is no
 * `code`, `name` and list of facts
 */
export function readStateData(value: unknown): { stateData: StateData; departures: string[] } | undefined {
  const whole = z
    .looseObject({ code: z.string(), name: z.string(), state_information: z.array(z.unknown()) })
    .safeParse(value)
  if (!whole.success) return undefined
  const departures: string[] = []
  const optional = ['bool_value', 'multiselect_value', 'footnotes', 'modified_at']
  const facts = readList(whole.data.state_information, 'state_information', Fact, optional, departures)
  return { stateData: { ...whole.data, state_information: facts }, departures }
}
