/** Selects the notices that are active at a given time. */
import type { Notice } from '../../contract/bff-api.ts'
import type { WrittenNotice } from './written-notice.ts'

/**
 * Returns the active notices.
 *
 * @param at milliseconds since 1970
 * @returns `until`: when the result may change; `Infinity` when it never does
 */
export function noticesAt(
  written: readonly WrittenNotice[],
  at: number,
): { notices: readonly Notice[]; until: number } {
  const timed = written.map(({ text: { en = '', ...others }, states, from, to }) => ({
    notice: { text: { en, ...others }, ...(states && { states }) },
    from: from === undefined ? -Infinity : Date.parse(from),
    to: to === undefined ? Infinity : Date.parse(to),
  }))
  return {
    notices: timed.filter(({ from, to }) => from <= at && at < to).map(({ notice }) => notice),
    until: Math.min(...timed.flatMap(({ from, to }) => [from, to]).filter((moment) => moment > at)),
  }
}
