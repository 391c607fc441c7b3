/** Selects the notices that are active at a given time. */
import type { Notice } from '../../contract/bff-api.ts'
import type { WrittenNotice } from './written-notice.ts'

/** When a notice starts and ends, in milliseconds since 1970. */
export const periodOf = ({ from, to }: WrittenNotice) => ({
  from: from === undefined ? -Infinity : Date.parse(from),
  to: to === undefined ? Infinity : Date.parse(to),
})

/**
 * Returns the active notices.
 *
 * @param at milliseconds since 1970
 * @returns `prefillOff`: the states where nothing is filled in for voters, by the last row about each; `undefined`
 * when no row decides. `until`: when the
 * result may change; `Infinity` when it never does
 */
export function noticesAt(
  written: readonly WrittenNotice[],
  at: number,
): { notices: readonly Notice[]; prefillOff: readonly string[] | undefined; until: number } {
  const timed = written.map((row) => ({ row, ...periodOf(row) }))
  const active = timed.filter(({ from, to }) => from <= at && at < to).map(({ row }) => row)
  return {
    notices: active.flatMap(({ text, from: _from, to: _to, prefill: _prefill, ...rest }) => {
      return text?.en === undefined ? [] : [{ text: { ...text, en: text.en }, ...rest }]
    }),
    prefillOff: prefillOffIn(active),
    until: Math.min(...timed.flatMap(({ from, to }) => [from, to]).filter((moment) => moment > at)),
  }
}

function prefillOffIn(active: readonly WrittenNotice[]): string[] | undefined {
  const decided = active.flatMap(({ prefill, states = [] }) => (prefill ? states.map((one) => [one, prefill]) : []))
  if (decided.length === 0) return undefined
  return Object.entries(Object.fromEntries(decided)).flatMap(([state, prefill]) => (prefill === 'off' ? [state] : []))
}
