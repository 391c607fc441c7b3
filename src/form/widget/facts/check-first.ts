/** The state's own pages beside the form: where a voter can first check whether they are registered, and where to register
 *  without us. */
import { officialAddress } from '../../../contract/civic-data/official-address.ts'
import { safeLink } from '../../../contract/text.ts'
import type { CheckBesideFormProps } from '../lazy-parts.ts'
import { useStateFacts } from './use-state-facts.ts'

/** Renders its children with the address of the state's own page, if the facts contain one. */
export function CheckBesideForm({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  const facts = state.type === 'ready' ? state.facts.facts : []
  const value = facts.find(({ slug }) => slug === 'gov_tool_verify')?.value
  return children(value?.is === 'link' ? safeLink(value.url) : undefined)
}

/** Renders its children with the address of the state's page about registering, if the facts contain one. */
export function OfficialOfState({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? officialAddress(state.facts) : undefined)
}
