/** All state facts components, as one lazy part. */
import { findOfficialUrl, getVerificationUrl } from '../../../contract/civic-data/state-facts.ts'
import type { StateUrlProps } from '../lazy-parts.ts'
import { useStateFacts } from './use-state-facts.ts'

export { AgeNotice } from './age-note.tsx'
export { AnswerDates, AnswerDocuments, AnswerFacts } from './answer-facts.tsx'
export { DidYouFinish } from './did-you-finish.tsx'
export { FormFacts } from './facts-beside-form.tsx'
export { StateFactsPanel } from './facts-panel.tsx'

export function StateCheckUrl({ access, code, children }: StateUrlProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? getVerificationUrl(state.facts) : undefined)
}

export function StateOfficialUrl({ access, code, children }: StateUrlProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? findOfficialUrl(state.facts) : undefined)
}
