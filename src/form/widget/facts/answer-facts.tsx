/** State facts below the answer's instructions: the next step, deadline rules, and buttons to save or share them. */
import { findOfficialUrl, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { states } from '../../../contract/states.ts'
import { isoDate, safeLink } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import type { FactsContext } from '../messages/facts-messages.ts'
import { getServiceLanguage } from '../screens/service-text.ts'
import { SectionLink } from '../screens/ui.tsx'
import { describeOnlineId } from './common-values.ts'
import {
  formatElection,
  formatFurtherDay,
  formatLastDay,
  getLastDays,
  isDayOff,
  type LastDay,
} from './deadline-dates.ts'
import { FactLink, FactsDates, FactsList, FactsSection } from './facts-list.tsx'
import { formatWeekday } from './format-day.ts'
import { formatEssentials, formatInstructions } from './instructions.ts'
import { selectDeadlines, selectDocuments, selectNextSteps, selectOnlineId } from './pick-facts.ts'
import { ShareInstructions } from './save-this.tsx'
import { useFactsContext, useStateFacts } from './use-state-facts.ts'

export function AnswerFacts(props: AnswerFactsProps) {
  const { officialUrl, clock } = useFormContext()
  const { access, code, message } = props
  const context = useFactsContext(props)
  const { t } = context
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : undefined
  const url = getOfficialUrl(facts, officialUrl)
  const official = url && t.sheet.official({ url })
  const summary = facts === undefined ? '' : formatEssentials(facts, new Date(clock.now()), context)
  const links = facts === undefined || props.hasButtons ? [] : selectNextSteps(facts).links
  const instructions = formatInstructions(message, { facts, links, context })
  const text = [summary, instructions, official].filter(Boolean).join('\n\n')
  return (
    <div className="vr-answer-facts" part="facts">
      {facts !== undefined && <DeadlineRules {...props} facts={facts} context={context} />}
      {props.isStatic !== true && <ShareInstructions {...props} facts={facts} text={text} context={context} />}
    </div>
  )
}

/** The next step, and the deadline rules with their footnotes (R-C20). */
function DeadlineRules(props: AnswerFactsProps & { facts: StateFacts; context: FactsContext }) {
  const { clock } = useFormContext()
  const { access, facts, hasButtons, sections, context } = props
  const { t } = context
  const deadlines = selectDeadlines(facts)
  // `AnswerDates` marks a day off only for the next day.
  const [next, ...further] = getLastDays(facts, new Date(clock.now()))
  return (
    <>
      {!hasButtons && <NextStepSection facts={facts} context={context} />}
      {deadlines.length > 0 && (
        <FactsSection heading={t.deadlines.heading({ state: facts.name })} id={getSectionIds(sections).rules}>
          <FactsList facts={deadlines} region={facts.region} context={context} />
          {further.filter(isDayOff).map(({ date }) => (
            <p key={isoDate(date)} className="vr-hint">
              {formatWeekday(date, context)}: {t.dated.dayOff}
            </p>
          ))}
          {next && <p className="vr-hint">{t.lastDay.earlier}</p>}
          <FactsDates facts={facts} sandbox={access?.sandbox === true} context={context} />
        </FactsSection>
      )}
    </>
  )
}

function NextStepSection({ facts, context }: { facts: StateFacts; context: FactsContext }) {
  const { t } = context
  const { directions, links } = selectNextSteps(facts)
  return (
    <FactsSection heading={t.next.heading({ state: facts.name })}>
      <FactsList facts={directions} context={context} />
      {links.length > 0 && (
        <>
          <p>{t.next.lead}</p>
          <ul className="vr-facts-links">
            {links.map((fact) => (
              <li key={fact.slug}>
                {fact.value.is === 'link' && <FactLink slug={fact.slug} url={fact.value.url} context={context} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length === 0 && directions.length === 0 && <p>{t.next.none}</p>}
    </FactsSection>
  )
}

const getSectionIds = (sections: string) => ({ rules: `${sections}rules`, documents: `${sections}bring` })

/** The last days to register, the next one first and bold. MUST link to the rules and footnotes of what it shows (R-C20).
 *  Reserves its space while the facts load, so that the buttons below do not move. */
export function AnswerDates(props: AnswerFactsProps) {
  const { clock } = useFormContext()
  const { access, code, hasButtons, sections } = props
  const context = useFactsContext(props)
  const { t, language } = context
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  if (access === undefined) return null
  if (state.type !== 'ready') return <p className="vr-hint vr-pending">{t[state.type]({ state: states[code] })}</p>
  const { facts } = state
  const days = getLastDays(facts, new Date(clock.now()))
  const [first] = days
  const election = first && formatElection(first, context)
  const idFact = hasButtons ? selectOnlineId(facts) : undefined
  const onlineId = idFact && describeOnlineId(idFact, context)
  const ids = getSectionIds(sections)
  return (
    <>
      {selectDeadlines(facts).length > 0 && (
        <div className="vr-answer-dates">
          {first && <LastDayLines day={first} region={facts.region} context={context} />}
          {first && days.length > 1 && (
            <p className="vr-hint vr-further">
              {days
                .slice(1)
                .map((day) => formatFurtherDay(day, first, context))
                .join('; ')}
            </p>
          )}
          <p className="vr-hint">
            {election && `${election} `}
            <span className="vr-print-hidden">
              <SectionLink targetId={ids.rules}>{t.lastDay.rules}</SectionLink>
            </span>
          </p>
        </div>
      )}
      {onlineId && (
        <p>
          <strong>{t.haveReady.lead}</strong>{' '}
          <span lang={onlineId.isTranslated ? undefined : getServiceLanguage(language)}>{onlineId.text}</span>
          {idFact?.footnotes !== undefined && (
            <span className="vr-print-hidden">
              {' – '}
              <SectionLink targetId={ids.documents}>{t.haveReady.exceptions}</SectionLink>
            </span>
          )}
        </p>
      )}
    </>
  )
}

function LastDayLines({ day, region, context }: { day: LastDay; region: string | undefined; context: FactsContext }) {
  const { t } = context
  const isRegional = day.deadlines.some(({ fact }) => fact.regional === true)
  return (
    <>
      <p className="vr-last-day">{formatLastDay(day, context)}</p>
      {isRegional && region !== undefined && <p className="vr-hint">{t.regional({ region })}</p>}
      {isDayOff(day) && <p className="vr-hint">{t.dated.dayOff}</p>}
    </>
  )
}

export function AnswerDocuments(props: AnswerFactsProps) {
  const { officialUrl } = useFormContext()
  const { access, code, hasButtons, sections } = props
  const context = useFactsContext(props)
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : undefined
  const { t } = context
  const url = getOfficialUrl(facts, officialUrl)
  const documents = facts === undefined ? [] : selectRemainingDocuments(facts, hasButtons, context)
  return (
    <>
      {documents.length > 0 && (
        <FactsSection heading={t.sheet.bring} id={getSectionIds(sections).documents}>
          <FactsList facts={documents} region={facts?.region} context={context} />
        </FactsSection>
      )}
      {/* The buttons' URLs are private to the voter and expire: they MUST NOT be printed. */}
      {url && (
        <div className="vr-sheet">
          <p>{t.sheet.official({ url })}</p>
        </div>
      )}
    </>
  )
}

function getOfficialUrl(facts: StateFacts | undefined, officialUrl: string | undefined): string | undefined {
  return (facts && findOfficialUrl(facts)) ?? (officialUrl === undefined ? undefined : safeLink(officialUrl))
}

/** Omits the document that the line above the buttons has already shown in full. */
function selectRemainingDocuments(facts: StateFacts, hasButtons: boolean, context: FactsContext) {
  const idFact = hasButtons ? selectOnlineId(facts) : undefined
  const isShownAbove = idFact !== undefined && idFact.footnotes === undefined && describeOnlineId(idFact, context)
  return selectDocuments(facts).filter((fact) => !isShownAbove || fact !== idFact)
}
