/** A regional override: a county or city with its own value for a field (R-C23 to R-C27). Version 2 only (R-C35). */
import * as z from 'zod/mini'
import { isStateCode, states } from '../states.ts'
import { readList } from './read-list.ts'

/** One override. `value` is a string whatever the format of the field (X18). Unknown keys pass through. */
export const Override = z.looseObject({
  /** The state's *name*, for example `Florida` (R-C24). */
  state: z.string(),
  region: z.looseObject({ name: z.string() }),
  field: z.looseObject({ slug: z.string() }),
  /** Replaces the state's `text` in the region. */
  value: z.string(),
})
export type Override = z.infer<typeof Override>

/** The parts of a state that match overrides to it. */
export interface OverriddenState {
  code: string
  name: string
}

/** Whether two names are equal apart from case and white space. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Whether an override belongs to a state: by the service's name for it, or by our name for its code (X18). */
export function isOverrideOf(override: Override, state: OverriddenState): boolean {
  const known = isStateCode(state.code) ? states[state.code] : state.name
  return isSameName(override.state, state.name) || isSameName(override.state, known)
}

/** Returns the regions of a state that have overrides, each once, in alphabetical order. */
export function regionsOf(overrides: readonly Override[], state: OverriddenState): string[] {
  const names = new Map<string, string>()
  for (const override of overrides) {
    const name = override.region.name.trim()
    if (name !== '' && !names.has(fold(name)) && isOverrideOf(override, state)) names.set(fold(name), name)
  }
  return [...names].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name)
}

/**
 * Reads the response of the override endpoint (R-C23): a bare list for all states.
 *
 * @returns the usable overrides, and a sentence for everything else; an empty list when the response is not a list
 */
export function readOverrides(value: unknown): { overrides: Override[]; departures: string[] } {
  const departures: string[] = []
  return { overrides: readList(value, 'overrides', Override, [], departures), departures }
}
