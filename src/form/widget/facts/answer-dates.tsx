/** The last days to register and what to have ready, above the answer's buttons. */
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { states } from '../../../contract/states.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { serviceLanguage } from '../screens/service-text.ts'
import { SectionLink } from '../screens/ui.tsx'
import { thingsToHave } from './common-values.ts'
import type { FactsLook } from './facts-look.ts'
import { formatElection, formatFurtherDay, formatLastDay, isDayOff, type LastDay, lastDays } from './last-days.ts'
import { pickDeadlines, pickOnlineId } from './pick-facts.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

export const sectionIds = (sections: string) => ({ rules: `${sections}rules`, bring: `${sections}bring` })

/** Nothing where the BFF has no facts. Their room is kept while they load, so that the buttons below stay where they are. */
export function AnswerDates(props: AnswerFactsProps) {
  const { clock } = useFormContext()
  const { access, code } = props
  const look = useFactsLook(props)
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  if (access === undefined) return null
  if (state.type === 'ready')
    return <DatesOf {...props} facts={state.facts} today={new Date(clock.now())} look={look} />
  return <p className="vr-hint vr-pending">{look.words[state.type]({ state: states[code] })}</p>
}

export interface DatesProps extends Pick<AnswerFactsProps, 'hasButtons' | 'sections'> {
  facts: StateFacts
  today: Date
  look: FactsLook
}

/** The lines: each day once, the next one first and bold. MUST lead to the rules and footnotes of what they show (R-C20). */
export function DatesOf({ facts, hasButtons, sections, today, look }: DatesProps) {
  const { words, language, decode } = look
  const days = lastDays(facts, today)
  const [first] = days
  const election = first && formatElection(first, look)
  const needed = hasButtons ? pickOnlineId(facts) : undefined
  const things = needed && thingsToHave(needed, words, decode)
  const ids = sectionIds(sections)
  return (
    <>
      {pickDeadlines(facts).length > 0 && (
        <div className="vr-answer-dates">
          {first && <LastDayLines day={first} region={facts.region} look={look} />}
          {first && days.length > 1 && (
            <p className="vr-hint vr-further">
              {days
                .slice(1)
                .map((day) => formatFurtherDay(day, first, look))
                .join('; ')}
            </p>
          )}
          <p className="vr-hint">
            {election && `${election} `}
            <span className="vr-print-hidden">
              <SectionLink to={ids.rules}>{words.lastDay.rules}</SectionLink>
            </span>
          </p>
        </div>
      )}
      {things && (
        <p>
          <strong>{words.haveReady.lead}</strong>{' '}
          <span lang={things.isOwn ? undefined : serviceLanguage(language)}>{things.text}</span>
          {needed?.footnotes !== undefined && (
            <span className="vr-print-hidden">
              {' – '}
              <SectionLink to={ids.bring}>{words.haveReady.exceptions}</SectionLink>
            </span>
          )}
        </p>
      )}
    </>
  )
}

function LastDayLines({ day, region, look }: { day: LastDay; region: string | undefined; look: FactsLook }) {
  const { words } = look
  const isRegional = day.deadlines.some(({ fact }) => fact.regional === true)
  return (
    <>
      <p className="vr-last-day">{formatLastDay(day, look)}</p>
      {isRegional && region !== undefined && <p className="vr-hint">{words.regional({ region })}</p>}
      {isDayOff(day) && <p className="vr-hint">{words.dated.dayOff}</p>}
    </>
  )
}
