/** Tells somebody under 18 from what age their state lets people register: information, never a block (X5). */
import { addDays, addMonths, isBefore } from '../../contract/calendar-day.ts'
import type { StateFacts } from '../../contract/civic/state-facts.ts'
import type { CalendarDay } from '../../contract/text.ts'
import { ageOn } from '../form/birth-date.ts'
import type { AgeBesideFormProps } from '../lazy-parts.ts'
import { FactSaid, type FactsLook } from './facts-list.tsx'
import { sayDay } from './say-day.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

/** The note, or nothing for who is 18 and where the state says nothing about it. */
function AgeNote(props: { facts: StateFacts; birth: CalendarDay; today: CalendarDay; look: FactsLook }) {
  const { facts, birth, today, look } = props
  const { words, language } = look
  const fact = facts.facts.find(({ slug }) => slug === 'minimum_age_register')
  if (ageOn(birth, today) >= 18 || fact === undefined || fact.value.is === 'none') return null
  const said = fact.value.is === 'markdown' ? fact.value.markdown : fact.value.is === 'text' ? fact.value.text : ''
  const from = mayRegisterFrom(said, birth)
  return (
    <div className="vr-notice vr-age">
      <p>{words.age.says({ state: facts.name })}</p>
      <FactSaid fact={fact} look={look} />
      {from !== undefined && (
        <p>{isBefore(today, from) ? words.age.from({ date: sayDay(from, language) }) : words.age.reached}</p>
      )}
    </div>
  )
}

/** The note beside the form, once the state's facts are there. */
export function AgeBesideForm(props: AgeBesideFormProps) {
  const look = useFactsLook(props)
  const { state } = useStateFacts(props.access, props.code, undefined)
  return state.type === 'ready' && <AgeNote {...props} facts={state.facts} look={look} />
}

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
