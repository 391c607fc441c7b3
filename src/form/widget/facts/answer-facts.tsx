/** The state's facts below the answer's instructions: the next step, the rules of the deadlines, ways to save it all. */
import { officialAddress, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { states } from '../../../contract/states.ts'
import { isoDate, safeLink } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import type { FactsLook } from '../messages/facts-messages.ts'
import { serviceLanguage } from '../screens/service-text.ts'
import { SectionLink } from '../screens/ui.tsx'
import { thingsToHave } from './common-values.ts'
import { formatElection, formatFurtherDay, formatLastDay, isDayOff, type LastDay, lastDays } from './deadline-dates.ts'
import { FactLink, FactsDates, FactsList, FactsSection } from './facts-list.tsx'
import { formatWeekday } from './format-day.ts'
import { essentials, instructions } from './instructions.ts'
import { pickDeadlines, pickOnlineId, pickWaysOn, pickWhatToBring } from './pick-facts.ts'
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
  const complete = instructions(message, { facts, links, look })
  const text = [short, complete, official].filter(Boolean).join('\n\n')
  return (
    <div className="vr-answer-facts" part="facts">
      {facts !== undefined && <DeadlineRules {...props} facts={facts} look={look} />}
      {props.isStatic !== true && <SaveThis {...props} facts={facts} text={text} look={look} />}
    </div>
  )
}

/** The next step, and the rules of the deadlines with their footnotes (R-C20). */
function DeadlineRules(props: AnswerFactsProps & { facts: StateFacts; look: FactsLook }) {
  const { clock } = useFormContext()
  const { access, facts, hasButtons, sections, look } = props
  const { words } = look
  const deadlines = pickDeadlines(facts)
  // Above the buttons, only the next day has room for it.
  const [next, ...further] = lastDays(facts, new Date(clock.now()))
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
          <FactsDates facts={facts} sandbox={access?.sandbox === true} look={look} />
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

const sectionIds = (sections: string) => ({ rules: `${sections}rules`, bring: `${sections}bring` })

/** The lines: each day once, the next one first and bold. MUST lead to the rules and footnotes of what they show (R-C20). Nothing
 *  where the BFF has no facts. Their room is kept while they load, so that the buttons below stay where they are. */
export function AnswerDates(props: AnswerFactsProps) {
  const { clock } = useFormContext()
  const { access, code, hasButtons, sections } = props
  const look = useFactsLook(props)
  const { words, language } = look
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  if (access === undefined) return null
  if (state.type !== 'ready') return <p className="vr-hint vr-pending">{words[state.type]({ state: states[code] })}</p>
  const { facts } = state
  const days = lastDays(facts, new Date(clock.now()))
  const [first] = days
  const election = first && formatElection(first, look)
  const needed = hasButtons ? pickOnlineId(facts) : undefined
  const things = needed && thingsToHave(needed, look)
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

export function AnswerBring(props: AnswerFactsProps) {
  const { officialUrl } = useFormContext()
  const { access, code, hasButtons, sections } = props
  const look = useFactsLook(props)
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : undefined
  const { words } = look
  const url = addressFor(facts, officialUrl)
  const bring = facts === undefined ? [] : restToBring(facts, hasButtons, look)
  return (
    <>
      {bring.length > 0 && (
        <FactsSection heading={words.sheet.bring} id={sectionIds(sections).bring}>
          <FactsList facts={bring} region={facts?.region} look={look} />
        </FactsSection>
      )}
      {/* The addresses of the buttons are private to the voter and expire: they MUST NOT be printed. */}
      {url && (
        <div className="vr-sheet">
          <p>{words.sheet.official({ url })}</p>
        </div>
      )}
    </>
  )
}

function addressFor(facts: StateFacts | undefined, officialUrl: string | undefined): string | undefined {
  return (facts && officialAddress(facts)) ?? (officialUrl === undefined ? undefined : safeLink(officialUrl))
}

/** What the line above the buttons has said in full is not said again. */
function restToBring(facts: StateFacts, hasButtons: boolean, look: FactsLook) {
  const online = hasButtons ? pickOnlineId(facts) : undefined
  const isSaid = online !== undefined && online.footnotes === undefined && thingsToHave(online, look)
  return pickWhatToBring(facts).filter((fact) => !isSaid || fact !== online)
}
