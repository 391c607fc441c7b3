/** Shows a voter under 18 when their state allows registration, and how to continue. Never blocks the form (X5). */
import { useEffect, useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { addDays, addMonths, isBefore } from '../../../contract/dates.ts'
import { type CalendarDay, isoDate } from '../../../contract/text.ts'
import { getAge } from '../form/birth-date.ts'
import { useFormContext } from '../form-context.ts'
import type { AgeNoticeProps } from '../lazy-parts.ts'
import type { FactsContext } from '../messages/facts-messages.ts'
import { Heading } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'
import { saveCalendar } from './calendar-file.ts'
import { FactContent, formatDateTime } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { factToText } from './instructions.ts'
import { useFactsContext, useStateFacts } from './use-state-facts.ts'

function AgeNoticeContent(props: Omit<AgeNoticeProps, 'access'> & { facts: StateFacts; context: FactsContext }) {
  const { t: formMessages, isKiosk } = useFormContext()
  const { facts, code, birth, today, partner, context, onTooYoung, onTooYoungChange, onContinue } = props
  const { t } = context
  const fact = facts.facts.find(({ slug }) => slug === 'minimum_age_register')
  const isMinor = getAge(birth, today) < 18
  const firstDay =
    isMinor && fact ? getFirstRegistrationDay(factToText({ ...fact, footnotes: undefined }, context), birth) : undefined
  const isTooYoung = firstDay !== undefined && isBefore(today, firstDay)
  useEffect(() => {
    if (isTooYoung) onTooYoung(code)
  }, [isTooYoung, code, onTooYoung])
  useEffect(() => {
    onTooYoungChange(isTooYoung)
    return () => onTooYoungChange(false)
  }, [isTooYoung, onTooYoungChange])
  if (!isMinor || fact === undefined || fact.value.is === 'none') return null
  return (
    <div className="vr-notice vr-age">
      {isTooYoung && (
        <Heading className="vr-stop-heading">
          {t.age.from({ state: facts.name, date: formatDay(firstDay, context) })}
        </Heading>
      )}
      <p>{t.age.says({ state: facts.name })}</p>
      <FactContent fact={fact} context={context} />
      {firstDay !== undefined && !isTooYoung && <p>{t.age.reached}</p>}
      {isTooYoung && !isKiosk && (
        <AgeCalendar facts={facts} rule={factToText(fact, context)} firstDay={firstDay} context={context} />
      )}
      {isTooYoung && partner !== undefined && (
        <p>
          <a href={partner.url} target="_blank" {...linkSafety}>
            {t.age.partner({ partner: partner.name })} {t.newTab}
          </a>
        </p>
      )}
      {onContinue !== undefined && (
        <p>
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={onContinue}>
            {formMessages.stop.goOn}
          </button>
        </p>
      )}
    </div>
  )
}

/** Adds the first day on which the voter may register to their calendar, without their birth date. */
function AgeCalendar(props: { facts: StateFacts; rule: string; firstDay: CalendarDay; context: FactsContext }) {
  const { clock } = useFormContext()
  const { facts, rule, firstDay, context } = props
  const { t } = context
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    const asOf = formatDateTime(facts.as_of, context) ?? facts.as_of
    const entry = {
      id: `${facts.state}-register-from-${isoDate(firstDay)}`.toLowerCase(),
      date: firstDay,
      summary: t.age.entry({ state: facts.name }),
      description: t.age.description({ state: facts.name, said: rule, asOf }),
    }
    saveCalendar([entry], `voter-registration-${facts.state.toLowerCase()}-age`, new Date(clock.now()))
    setSaved(true)
  }
  return (
    <>
      <button type="button" className="vr-button vr-button-primary" part="button button-primary" onClick={save}>
        {t.age.calendar}
      </button>
      <p role="status" className="vr-hint">
        {isSaved && t.calendar.done}
      </p>
    </>
  )
}

export function AgeNotice(props: AgeNoticeProps) {
  const context = useFactsContext(props)
  const { state } = useStateFacts(props.access, props.code, undefined)
  return state.type === 'ready' && <AgeNoticeContent {...props} facts={state.facts} context={context} />
}

/** Returns the first day on which a person may register; `undefined` if the rule depends on more than the birth date. */
export function getFirstRegistrationDay(rule: string, birth: CalendarDay): CalendarDay | undefined {
  const text = rule.trim().replace(/\.$/, '').toLowerCase()
  const years = /^(1[4-8])(?: years old)?(?: \(votes at 18\))?$/.exec(text)?.[1]
  if (years !== undefined) return addMonths(birth, Number(years) * 12)
  const [, count, unit] = /^(\d{1,3}) (day|month)s? before turning 18$/.exec(text) ?? []
  if (count === undefined) return undefined
  const eighteenthBirthday = addMonths(birth, 18 * 12)
  return unit === 'day' ? addDays(eighteenthBirthday, -Number(count)) : addMonths(eighteenthBirthday, -Number(count))
}
