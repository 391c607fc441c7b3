/** Shows a voter under 18 when their state lets people register, and how to go on; never a block (X5). */
import { useEffect, useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { addDays, addMonths, isBefore } from '../../../contract/dates.ts'
import { type CalendarDay, isoDate } from '../../../contract/text.ts'
import { ageOn } from '../form/birth-date.ts'
import { useFormContext } from '../form-context.ts'
import type { AgeBesideFormProps } from '../lazy-parts.ts'
import type { FactsLook } from '../messages/facts-messages.ts'
import { Heading } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'
import { saveCalendar } from './calendar-file.ts'
import { FactSaid, formatDateTime } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { factToText } from './instructions.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

function AgeNote(props: Omit<AgeBesideFormProps, 'access'> & { facts: StateFacts; look: FactsLook }) {
  const { t, isKiosk } = useFormContext()
  const { facts, code, birth, today, partner, look, onTooYoung, onStop, onGoOn } = props
  const { words } = look
  const fact = facts.facts.find(({ slug }) => slug === 'minimum_age_register')
  const isMinor = ageOn(birth, today) < 18
  const from = isMinor && fact ? mayRegisterFrom(factToText({ ...fact, footnotes: undefined }, look), birth) : undefined
  const isTooYoung = from !== undefined && isBefore(today, from)
  useEffect(() => {
    if (isTooYoung) onTooYoung(code)
  }, [isTooYoung, code, onTooYoung])
  useEffect(() => {
    onStop(isTooYoung)
    return () => onStop(false)
  }, [isTooYoung, onStop])
  if (!isMinor || fact === undefined || fact.value.is === 'none') return null
  return (
    <div className="vr-notice vr-age">
      {isTooYoung && (
        <Heading className="vr-stop-heading">
          {words.age.from({ state: facts.name, date: formatDay(from, look) })}
        </Heading>
      )}
      <p>{words.age.says({ state: facts.name })}</p>
      <FactSaid fact={fact} look={look} />
      {from !== undefined && !isTooYoung && <p>{words.age.reached}</p>}
      {isTooYoung && !isKiosk && <AgeCalendar facts={facts} said={factToText(fact, look)} from={from} look={look} />}
      {isTooYoung && partner !== undefined && (
        <p>
          <a href={partner.url} target="_blank" {...linkSafety}>
            {words.age.partner({ partner: partner.name })} {words.newTab}
          </a>
        </p>
      )}
      {onGoOn !== undefined && (
        <p>
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={onGoOn}>
            {t.stop.goOn}
          </button>
        </p>
      )}
    </div>
  )
}

/** Adds the first day on which the voter may register to their calendar. The entry does not contain their birth date. */
function AgeCalendar(props: { facts: StateFacts; said: string; from: CalendarDay; look: FactsLook }) {
  const { clock } = useFormContext()
  const { facts, said, from, look } = props
  const { words } = look
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    const asOf = formatDateTime(facts.as_of, look) ?? facts.as_of
    const entry = {
      id: `${facts.state}-register-from-${isoDate(from)}`.toLowerCase(),
      date: from,
      summary: words.age.entry({ state: facts.name }),
      description: words.age.description({ state: facts.name, said, asOf }),
    }
    saveCalendar([entry], `voter-registration-${facts.state.toLowerCase()}-age`, new Date(clock.now()))
    setSaved(true)
  }
  return (
    <>
      <button type="button" className="vr-button vr-button-primary" part="button button-primary" onClick={save}>
        {words.age.calendar}
      </button>
      <p role="status" className="vr-hint">
        {isSaved && words.calendar.done}
      </p>
    </>
  )
}

export function AgeBesideForm(props: AgeBesideFormProps) {
  const look = useFactsLook(props)
  const { state } = useStateFacts(props.access, props.code, undefined)
  return state.type === 'ready' && <AgeNote {...props} facts={state.facts} look={look} />
}

/** Returns the day from which the state lets a person register; `undefined` where more than the birth date counts. */
export function mayRegisterFrom(said: string, birth: CalendarDay): CalendarDay | undefined {
  const text = said.trim().replace(/\.$/, '').toLowerCase()
  const years = /^(1[4-8])(?: years old)?(?: \(votes at 18\))?$/.exec(text)?.[1]
  if (years !== undefined) return addMonths(birth, Number(years) * 12)
  const [, count, unit] = /^(\d{1,3}) (day|month)s? before turning 18$/.exec(text) ?? []
  if (count === undefined) return undefined
  const grown = addMonths(birth, 18 * 12)
  return unit === 'day' ? addDays(grown, -Number(count)) : addMonths(grown, -Number(count))
}
