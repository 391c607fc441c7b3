/** The state's own pages beside the form: where a voter can first check whether they are registered, and where to register
 *  without us. */
import { checkAddress, officialAddress } from '../../../contract/civic-data/official-address.ts'
import type { CheckBesideFormProps } from '../lazy-parts.ts'
import { useStateFacts } from './use-state-facts.ts'

/** Renders its children with the address of the state's own page, if the facts contain one. */
export function CheckBesideForm({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? checkAddress(state.facts) : undefined)
}

/** Renders its children with the address of the state's page about registering, if the facts contain one. */
export function OfficialOfState({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  return children(state.type === 'ready' ? officialAddress(state.facts) : undefined)
}
