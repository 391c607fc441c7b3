/** Where a voter can check first whether they are registered already. */
import { safeLink } from '../../contract/text.ts'
import type { CheckBesideFormProps } from '../lazy-parts.ts'
import { useStateFacts } from './use-state-facts.ts'

/** Shows with the state's own page, where its data name one. */
export function CheckBesideForm({ access, code, children }: CheckBesideFormProps) {
  const { state } = useStateFacts(access, code, undefined)
  const facts = state.type === 'ready' ? state.facts.facts : []
  const value = facts.find(({ slug }) => slug === 'gov_tool_verify')?.value
  return children(value?.is === 'link' ? safeLink(value.url) : undefined)
}
