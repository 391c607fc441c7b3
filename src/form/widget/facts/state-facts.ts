/** The state facts as one lazy part: beside the form, below the date of birth, on the answer screen, and on their own. */
import { checkAddress, officialAddress } from '../../../contract/civic-data/state-facts.ts'
import type { CheckBesideFormProps } from '../lazy-parts.ts'
import { useStateFacts } from './use-state-facts.ts'

export { AgeBesideForm } from './age-note.tsx'
export { AnswerBring, AnswerDates, AnswerFacts } from './answer-facts.tsx'
export { DidYouFinish } from './did-you-finish.tsx'
export { FactsBesideForm } from './facts-beside-form.tsx'
export { StateFactsPanel } from './facts-panel.tsx'

export function CheckBesideForm({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? checkAddress(state.facts) : undefined)
}

export function OfficialOfState({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? officialAddress(state.facts) : undefined)
}
