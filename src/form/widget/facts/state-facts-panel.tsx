/** The panel on its own, for a page about a state. */
import { useEffect } from 'react'
import { states } from '../../../contract/states.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { StateFactsPanelProps } from '../lazy-parts.ts'
import { FactsPanel, FactsPending } from './facts-panel.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

/** Shows the loading state until the facts are loaded, and offers a retry where they are unavailable. */
export function StateFactsPanel(props: StateFactsPanelProps) {
  const { access, code, region, fields, formWords, onAt, now = () => new Date() } = props
  const look = useFactsLook(props)
  const { state, again } = useStateFacts(access, code, undefined)
  const name = states[code]
  // Before paint: the root around it is hidden until then.
  useBrowserLayoutEffect(() => {
    onAt?.(state.type)
  }, [state.type, onAt])
  const regions = state.type === 'ready' ? state.facts.regions : undefined
  useEffect(() => {
    if (region === undefined || regions === undefined || regions.some((one) => isSame(one, region))) return
    const known = regions.length === 0 ? 'None of its regions has facts of its own.' : `It has ${regions.join(', ')}.`
    console.warn(`voter-registration: region="${region}" is no region of ${name} with facts of its own. ${known}`)
  }, [region, regions, name])
  if (state.type !== 'ready') {
    return <FactsPending type={state.type} name={name} words={look.words} role="status" onAgain={again} />
  }
  return (
    <FactsPanel
      // A new region from the page starts a new panel.
      key={region ?? ''}
      access={access}
      code={code}
      facts={state.facts}
      region={region}
      asksRegion={region === undefined}
      fields={fields}
      look={look}
      now={now}
      siteWords={formWords.site}
    />
  )
}

/** Compares as leniently as the BFF. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase()
}
