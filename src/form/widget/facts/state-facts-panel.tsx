/** The panel on its own, for a page about a state. */
import { useEffect } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { states } from '../../../contract/states.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { StateFactsPanelProps } from '../lazy-parts.ts'
import { FactsPanel, FactsPending } from './facts-panel.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

export function StateFactsPanel(props: StateFactsPanelProps) {
  const { access, code, region, fields, onAt } = props
  const look = useFactsLook(props)
  const { state, again } = useStateFacts(access, code, undefined)
  const name = states[code]
  // Before paint: the root around it is hidden until then.
  useBrowserLayoutEffect(() => {
    onAt?.(state.type)
  }, [state.type, onAt])
  useUnknownNames(state.type === 'ready' ? state.facts : undefined, props)
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
      hasSiteNotice
    />
  )
}

/** Warns the page's developer about a region and about facts that the state does not have. */
function useUnknownNames(found: StateFacts | undefined, { region, fields }: StateFactsPanelProps): void {
  useEffect(() => {
    if (found === undefined || region === undefined || found.regions.some((one) => isSame(one, region))) return
    const { name, regions } = found
    const known = regions.length === 0 ? 'None of its regions has facts of its own.' : `It has ${regions.join(', ')}.`
    console.warn(`voter-registration: region="${region}" is no region of ${name} with facts of its own. ${known}`)
  }, [found, region])
  // A page may write the list anew each time it renders.
  const written = fields?.join(' ')
  useEffect(() => {
    if (found === undefined || written === undefined) return
    const known = found.facts.map(({ slug }) => slug)
    const asked = written.split(' ').filter((slug) => slug !== '')
    // A state without a value for a fact lacks the fact, so a single missing name may be right.
    if (asked.length === 0 || asked.some((slug) => known.includes(slug))) return
    console.warn(`voter-registration: fields="${written}" names no fact of ${found.name}. It has ${known.join(', ')}.`)
  }, [found, written])
}

/** Compares as leniently as the BFF. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase()
}
