/** The state's facts on the answer screen: the next step where there is no button, the deadlines again, a calendar file, and
 *  the instructions to take along. */
import { officialAddress } from '../../../contract/civic-data/official-address.ts'
import type { QrCode, StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { safeLink } from '../../../contract/text.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { levelBelow } from '../screens/heading.tsx'
import { sourceOf } from '../screens/notices.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { datedDeadlines, dateOfFact } from './deadline-dates.ts'
import { FactsDates } from './facts-dates.tsx'
import { ElectionOfDates, FactLink, FactsList, FactsSection } from './facts-list.tsx'
import type { FactsLook } from './facts-look.ts'
import { instructions } from './instructions.ts'
import { pickDeadlines, pickWaysOn, pickWhatToBring } from './pick-facts.ts'
import { SendToMyself } from './send-to-myself.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

/** Without facts, it shows only the ways to take the instructions along. */
export function AnswerFacts(props: AnswerFactsProps) {
  const { access, code, hasButtons, message, officialUrl, isShared, now } = props
  const look = useFactsLook(props)
  const { words, headingLevel } = look
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : undefined
  const deadlines = facts === undefined ? [] : pickDeadlines(facts)
  const { directions, links } = facts === undefined || hasButtons ? { directions: [], links: [] } : pickWaysOn(facts)
  const dated: FactsLook = {
    ...look,
    headingLevel: levelBelow(headingLevel),
    dateOf: (fact) => dateOfFact(fact, code, now()),
  }
  const url = (facts && officialAddress(facts)) ?? (officialUrl && safeLink(officialUrl))
  const documents = (props.notices ?? [])
    .filter(({ bring }) => bring)
    .map((one) => `- ${one.text[look.language] ?? one.text.en} ${sourceOf(one, look.language)}`)
  const bring = documents.length > 0 && [words.sheet.bring, ...documents].join('\n')
  const official = url && words.sheet.official({ url })
  const whole = instructions(message, facts, { deadlines, links }, dated)
  const short = instructions(message, undefined, { deadlines: [], links: [] }, dated)
  const texts = [
    [whole, bring, official],
    [short, bring, official],
    [bring, official],
  ]
    .map((parts) => parts.filter(Boolean).join('\n\n'))
    .filter(Boolean)
  return (
    <div className="vr-answer-facts" part="facts">
      {facts !== undefined && !hasButtons && (
        <NextStep facts={facts} directions={directions} links={links} look={look} />
      )}
      {facts !== undefined && deadlines.length > 0 && (
        <FactsSection heading={words.deadlines.heading({ state: facts.name })} level={headingLevel}>
          <FactsList facts={deadlines} look={dated} />
          {datedDeadlines(facts, now()).length === 0 && <ElectionOfDates facts={deadlines} look={dated} />}
          <CalendarButton facts={facts} now={now} look={look} />
          <FactsDates facts={facts} shown={deadlines} sandbox={access?.sandbox === true} look={look} />
        </FactsSection>
      )}
      <PaperSheet facts={facts} url={url} look={look} />
      <SendToMyself texts={texts} isShared={isShared} words={words} />
    </div>
  )
}

function NextStep(props: { facts: StateFacts; directions: StateFact[]; links: StateFact[]; look: FactsLook }) {
  const { facts, directions, links, look } = props
  const { words, headingLevel } = look
  return (
    <FactsSection heading={words.next.heading({ state: facts.name })} level={headingLevel}>
      <FactsList facts={directions} look={{ ...look, headingLevel: levelBelow(headingLevel) }} />
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

/** What only the printout needs: what to bring, and the address of the official site. The addresses of the buttons are
 *  private to the voter and expire: they MUST NOT be printed. */
function PaperSheet(props: { facts: StateFacts | undefined; url: string | undefined; look: FactsLook }) {
  const { facts, url, look } = props
  const { words, headingLevel } = look
  const bring = facts === undefined ? [] : pickWhatToBring(facts)
  return (
    <div className="vr-sheet">
      {bring.length > 0 && (
        <FactsSection heading={words.sheet.bring} level={headingLevel}>
          <FactsList facts={bring} look={{ ...look, headingLevel: levelBelow(headingLevel) }} />
        </FactsSection>
      )}
      {url && <p>{words.sheet.official({ url })}</p>}
      {facts?.official_code && facts.official_code.url === url && <Code code={facts.official_code} />}
    </div>
  )
}

/** A QR code of the address above it, for a camera; hidden from screen readers. */
function Code({ code: { size, path } }: { code: QrCode }) {
  return (
    <svg className="vr-code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} aria-hidden="true" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
