/** The panel on its own, for a page about a state. */
import { useEffect, useMemo } from 'react'
import type { StateFactsPanelProps } from '../lazy-parts.ts'
import { FactsPanel, nameOf } from './facts-panel.tsx'
import { sourceOf } from './facts-source.ts'
import { useFactsWords } from './use-facts-words.ts'
import { useStateFacts } from './use-state-facts.ts'

/** Says what is happening until the facts are there, and offers another try where they do not come. */
export function StateFactsPanel(props: StateFactsPanelProps) {
  const { access, code, region, fields, messages, formWords, headingLevel, ServiceText, onAt } = props
  const { language } = formWords
  const words = useFactsWords(formWords, messages)
  const source = sourceOf(access)
  const { state, again } = useStateFacts(source, code, undefined)
  const look = useMemo(
    () => ({ words, language, headingLevel, ServiceText }),
    [words, language, headingLevel, ServiceText],
  )
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
