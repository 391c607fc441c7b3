/** Tells somebody under 18 from what age their state lets people register: information, never a block (X5). */
import type { StateFacts } from '../../contract/civic/state-facts.ts'
import { ageOn } from '../form/birth-date.ts'
import type { CalendarDay } from '../form/split-date.ts'
import { isBefore, sayDay } from './election-day.ts'
import { FactSaid, type FactsLook } from './facts-list.tsx'
import { mayRegisterFrom } from './registration-age.ts'

/** The note, or nothing for who is 18 and where the state says nothing about it. */
export function AgeNote(props: { facts: StateFacts; birth: CalendarDay; today: CalendarDay; look: FactsLook }) {
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
