/** The panel on its own, for a page about a state. Load it through `voter-state-facts.tsx`. */
import { useEffect, useMemo } from 'react'
import type { StateCode } from '../../contract/states.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import type { FactsAccess } from './facts-access.ts'
import { FactsPanel, nameOf } from './facts-panel.tsx'
import { sourceOf } from './facts-source.ts'
import { useFactsWords } from './use-facts-words.ts'
import { type FactsState, useStateFacts } from './use-state-facts.ts'

/** What the panel needs when it is alone. */
export interface FactsAloneProps {
  access: FactsAccess
  code: StateCode
  /** The page's choice of a region; without it the voter is asked. */
  region: string | undefined
  fields: readonly string[] | undefined
  messages: Readonly<Record<string, string>> | undefined
  /** The texts of the panel's frame: the facts' are in the same language. */
  formWords: Words
  headingLevel: HeadingLevel
  onAt: ((at: FactsState['type']) => void) | undefined
}

/** Says what is happening until the facts are there, and offers another try where they do not come. */
export function FactsAlone(props: FactsAloneProps) {
  const { access, code, region, fields, messages, formWords, headingLevel, onAt } = props
  const { language } = formWords
  const words = useFactsWords(formWords, messages)
  const source = sourceOf(access)
  const { state, again } = useStateFacts(source, code, undefined)
  const look = useMemo(() => ({ words, language, headingLevel }), [words, language, headingLevel])
  const name = nameOf(undefined, code)
  useEffect(() => onAt?.(state.type), [state.type, onAt])
  const regions = state.type === 'ready' ? state.facts.regions : undefined
  useEffect(() => {
    if (region === undefined || regions === undefined || regions.some((one) => isSame(one, region))) return
    const known = regions.length === 0 ? 'None of its regions has facts of its own.' : `It has ${regions.join(', ')}.`
    console.warn(`voter-registration: region="${region}" is no region of ${name} with facts of its own. ${known}`)
  }, [region, regions, name])
  switch (state.type) {
    case 'loading':
      return (
        <p role="status" className="vr-hint">
          {words.loading({ state: name })}
        </p>
      )
    case 'failed':
      return (
        <p role="status" className="vr-hint">
          {words.failed({ state: name })}{' '}
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={again}>
            {words.retry}
          </button>
        </p>
      )
    case 'ready':
      return (
        <FactsPanel
          // Another region of the page's is another panel.
          key={region ?? ''}
          access={access}
          source={source}
          code={code}
          facts={state.facts}
          region={region}
          asksRegion={region === undefined}
          fields={fields}
          sandbox={access.sandbox}
          look={look}
          siteWords={formWords.site}
        />
      )
    default:
      return state satisfies never
  }
}

/** The BFF is as lenient. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase()
}
