/** From when on somebody may register, as far as a state's words for it can be counted. */
import type { CalendarDay } from '../form/split-date.ts'
import { addDays, addMonths } from './election-day.ts'

/**
 * The first day on which the state lets somebody register. Reads "16", "16 (votes at 18)", "6 months before turning 18"
 * and "90 days before turning 18"; everything else depends on more than the birth date.
 *
 * @param said what the state says in `minimum_age_register`
 * @returns `undefined` when it cannot be counted: then the state's words stand alone
 */
export function mayRegisterFrom(said: string, birth: CalendarDay): CalendarDay | undefined {
  const text = said.trim().replace(/\.$/, '').toLowerCase()
  const years = /^(1[4-8])(?: years old)?(?: \(votes at 18\))?$/.exec(text)?.[1]
  if (years !== undefined) return addMonths(birth, Number(years) * 12)
  const [, count, unit] = /^(\d{1,3}) (day|month)s? before turning 18$/.exec(text) ?? []
  if (count === undefined) return undefined
  const grown = addMonths(birth, 18 * 12)
  return unit === 'day' ? addDays(grown, -Number(count)) : addMonths(grown, -Number(count))
}
