/** The page on which a voter can first check whether they are already registered. */
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
