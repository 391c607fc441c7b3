/** What the answer screen says of the state: the next step where there is no button, the deadlines again, a calendar
 *  file, a copy of the instructions. */
import { useId, useMemo } from 'react'
import type { StateFact, StateFacts } from '../../contract/civic/state-facts.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { Heading, levelBelow } from '../screens/heading.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { CopyButton } from './copy-button.tsx'
import { FactsDates } from './facts-dates.tsx'
import { FactLink, FactsList, type FactsLook } from './facts-list.tsx'
import { sourceOf } from './facts-source.ts'
import { instructions } from './instructions.ts'
import { pickDeadlines, pickWaysOn } from './pick-facts.ts'
import { useFactsWords } from './use-facts-words.ts'
import { useStateFacts } from './use-state-facts.ts'

/** Nothing but the copy button where the facts do not come. */
export function AnswerFacts(props: AnswerFactsProps) {
  const { access, code, hasButtons, message, messages, formWords, headingLevel, ServiceText, now } = props
  const { language } = formWords
  const words = useFactsWords(formWords, messages)
  const { state } = useStateFacts(sourceOf(access), code, access.regions.get(code))
  const look = useMemo(
    () => ({ words, language, headingLevel, ServiceText }),
    [words, language, headingLevel, ServiceText],
  )
  const facts = state.type === 'ready' ? state.facts : undefined
  const deadlines = facts === undefined ? [] : pickDeadlines(facts)
  const { directions, links } = facts === undefined ? { directions: [], links: [] } : pickWaysOn(facts)
  const shownLinks = hasButtons ? [] : links
  const text = () => instructions(message, facts, { deadlines, links: shownLinks }, look)
  return (
    <div className="vr-answer-facts" part="facts">
      {facts !== undefined && !hasButtons && (
        <NextStep facts={facts} directions={directions} links={links} look={look} />
      )}
      {facts !== undefined && deadlines.length > 0 && (
        <Deadlines facts={facts} deadlines={deadlines} sandbox={access.sandbox} now={now} look={look} />
      )}
      <CopyButton text={text} words={words} />
    </div>
  )
}

function NextStep(props: { facts: StateFacts; directions: StateFact[]; links: StateFact[]; look: FactsLook }) {
  const { facts, directions, links, look } = props
  const { words } = look
  const id = useId()
  return (
    <section className="vr-facts" aria-labelledby={id}>
      <Heading level={look.headingLevel} id={id} className="vr-facts-heading">
        {words.next.heading({ state: facts.name })}
      </Heading>
      <FactsList facts={directions} look={{ ...look, headingLevel: levelBelow(look.headingLevel) }} />
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
    </section>
  )
}

function Deadlines(props: {
  facts: StateFacts
  deadlines: StateFact[]
  sandbox: boolean
  now: () => Date
  look: FactsLook
}) {
  const { facts, deadlines, sandbox, now, look } = props
  const { words } = look
  const id = useId()
  return (
    <section className="vr-facts" aria-labelledby={id}>
      <Heading level={look.headingLevel} id={id} className="vr-facts-heading">
        {words.deadlines.heading({ state: facts.name })}
      </Heading>
      <FactsList facts={deadlines} look={{ ...look, headingLevel: levelBelow(look.headingLevel) }} />
      <CalendarButton facts={facts} now={now} look={look} />
      <FactsDates facts={facts} shown={deadlines} sandbox={sandbox} look={look} />
    </section>
  )
}
