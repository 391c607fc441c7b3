/** The state's facts below the answer's instructions: the next step where there is no button, the rules of the deadlines, and
 *  the ways to save all of it. */
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isoDate } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { addressFor } from './answer-bring.tsx'
import { sectionIds } from './answer-dates.tsx'
import { FactLink, FactsDates, FactsList, FactsSection } from './facts-list.tsx'
import type { FactsLook } from './facts-look.ts'
import { formatWeekday } from './format-day.ts'
import { essentials, instructions } from './instructions.ts'
import { isDayOff, lastDays } from './last-days.ts'
import { pickDeadlines, pickWaysOn } from './pick-facts.ts'
import { SaveThis } from './save-this.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

export function AnswerFacts(props: AnswerFactsProps) {
  const { officialUrl, clock } = useFormContext()
  const { access, code, message } = props
  const look = useFactsLook(props)
  const { words } = look
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : undefined
  const url = addressFor(facts, officialUrl)
  const official = url && words.sheet.official({ url })
  const short = facts === undefined ? '' : essentials(facts, new Date(clock.now()), look)
  const links = facts === undefined || props.hasButtons ? [] : pickWaysOn(facts).links
  const complete = instructions(message, facts, links, look)
  const text = [short, complete, official].filter(Boolean).join('\n\n')
  return (
    <div className="vr-answer-facts" part="facts">
      {facts !== undefined && (
        <RulesOf
          {...props}
          facts={facts}
          today={new Date(clock.now())}
          isSandbox={access?.sandbox === true}
          look={look}
        />
      )}
      {props.isStatic !== true && <SaveThis {...props} facts={facts} text={text} look={look} />}
    </div>
  )
}

/** The next step, and the rules of the deadlines with their footnotes (R-C20). */
export function RulesOf(
  props: Pick<AnswerFactsProps, 'hasButtons' | 'sections'> & {
    facts: StateFacts
    today: Date
    isSandbox: boolean
    look: FactsLook
  },
) {
  const { facts, hasButtons, sections, today, isSandbox, look } = props
  const { words } = look
  const deadlines = pickDeadlines(facts)
  // Above the buttons, only the next day has room for it.
  const [next, ...further] = lastDays(facts, today)
  return (
    <>
      {!hasButtons && <NextStep facts={facts} look={look} />}
      {deadlines.length > 0 && (
        <FactsSection heading={words.deadlines.heading({ state: facts.name })} id={sectionIds(sections).rules}>
          <FactsList facts={deadlines} region={facts.region} look={look} />
          {further.filter(isDayOff).map(({ date }) => (
            <p key={isoDate(date)} className="vr-hint">
              {formatWeekday(date, look)}: {words.dated.dayOff}
            </p>
          ))}
          {next && <p className="vr-hint">{words.lastDay.earlier}</p>}
          <FactsDates facts={facts} sandbox={isSandbox} look={look} />
        </FactsSection>
      )}
    </>
  )
}

function NextStep({ facts, look }: { facts: StateFacts; look: FactsLook }) {
  const { words } = look
  const { directions, links } = pickWaysOn(facts)
  return (
    <FactsSection heading={words.next.heading({ state: facts.name })}>
      <FactsList facts={directions} look={look} />
      {links.length > 0 && (
        <>
          <p>{words.next.lead}</p>
          <ul className="vr-facts-links">
            {links.map((fact) => (
              <li key={fact.slug}>
                {fact.value.is === 'link' && <FactLink slug={fact.slug} url={fact.value.url} look={look} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length === 0 && directions.length === 0 && <p>{words.next.none}</p>}
    </FactsSection>
  )
}
