/** What to bring, below the answer's buttons; and for paper, the state's public address and its code. */
import { officialAddress, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { safeLink } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { sectionIds } from './answer-dates.tsx'
import { thingsToHave } from './common-values.ts'
import { FactsList, FactsSection } from './facts-list.tsx'
import type { FactsLook } from './facts-look.ts'
import { pickOnlineId, pickWhatToBring } from './pick-facts.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

export function AnswerBring(props: AnswerFactsProps) {
  const { access, code } = props
  const look = useFactsLook(props)
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  return <BringOf {...props} facts={state.type === 'ready' ? state.facts : undefined} look={look} />
}

export function BringOf(
  props: Pick<AnswerFactsProps, 'hasButtons' | 'sections'> & {
    facts: StateFacts | undefined
    look: FactsLook
  },
) {
  const { officialUrl } = useFormContext()
  const { facts, hasButtons, sections, look } = props
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

export function addressFor(facts: StateFacts | undefined, officialUrl: string | undefined): string | undefined {
  return (facts && officialAddress(facts)) ?? (officialUrl === undefined ? undefined : safeLink(officialUrl))
}

/** What the line above the buttons has said in full is not said again. */
function restToBring(facts: StateFacts, hasButtons: boolean, { words, decode }: FactsLook) {
  const online = hasButtons ? pickOnlineId(facts) : undefined
  const isSaid = online !== undefined && online.footnotes === undefined && thingsToHave(online, words, decode)
  return pickWhatToBring(facts).filter((fact) => !isSaid || fact !== online)
}
