/** Panel of state facts, in the form and as a separate component. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { type StateCode, states } from '../../../contract/states.ts'
import { useIsomorphicLayoutEffect } from '../effects.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess, StateFactsPanelProps } from '../lazy-parts.ts'
import type { FactsContext, FactsMessages } from '../messages/facts-messages.ts'
import { FactsSiteNotice } from '../uptime/site-notice.tsx'
import { findDeadline, isForElection } from './deadline-dates.ts'
import { FactsDates, FactsList, FactsSection } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { selectFacts, splitFacts } from './pick-facts.ts'
import { useFactsContext, useStateFacts } from './use-state-facts.ts'

export interface FactsPanelProps {
  access: FactsAccess
  code: StateCode
  facts: StateFacts
  region: string | undefined
  /** Whether the voter is asked for a region; `false` where the page has set one. */
  asksRegion: boolean
  fields?: readonly string[] | undefined
  isShort?: boolean
  context: FactsContext
  hasSiteNotice?: boolean
  onRegion?: (region: string | undefined) => void
}

/** The collapsed panel. Works without scripts. */
export function CollapsedFacts({ children, ...panel }: FactsPanelProps & { children?: ReactNode }) {
  const { t } = panel.context
  return (
    <details>
      <summary>
        {t.ready({ state: panel.facts.name })} {t.show}
      </summary>
      <FactsPanel {...panel} isShort />
      {children}
    </details>
  )
}

/** Warnings and alerts MUST come first. */
export function FactsPanel(props: FactsPanelProps) {
  const { access, code, facts: stateFacts, fields, asksRegion, isShort = false } = props
  const { context, hasSiteNotice, onRegion } = props
  const { clock } = useFormContext()
  const { t } = context
  const [choice, setChoice] = useState<RegionChoice>(() =>
    props.region === undefined ? { type: 'open' } : { type: 'region', region: props.region },
  )
  const region = choice.type === 'region' ? choice.region : undefined
  const { state } = useStateFacts(access, code, region)
  // Statewide facts are shown until the regional ones are loaded, and if they are unavailable.
  const shownFacts = region !== undefined && state.type === 'ready' ? state.facts : stateFacts
  const { warnings, facts: selection } = selectFacts(shownFacts, fields)
  const choose = (newChoice: RegionChoice) => {
    setChoice(newChoice)
    onRegion?.(newChoice.type === 'region' ? newChoice.region : undefined)
  }
  const today = new Date(clock.now())
  const { summary, details } = isShort ? splitFacts(selection, code, today) : { summary: selection, details: [] }
  const deadlines = selection.map((fact) => findDeadline(fact, code, today))
  const election = deadlines.find((deadline) => deadline && isForElection(deadline))?.election
  const panelContext: FactsContext = { ...context, getDeadline: (fact) => findDeadline(fact, code, today) }
  return (
    <FactsSection heading={t.heading({ state: stateFacts.name })} part="facts">
      {warnings.length > 0 && (
        <div className="vr-facts-warnings">
          <FactsList facts={warnings} region={shownFacts.region} context={panelContext} />
        </div>
      )}
      {hasSiteNotice && <FactsSiteNotice access={access} code={code} facts={shownFacts.facts} />}
      {asksRegion && stateFacts.regions.length > 0 && (
        <RegionQuestion regions={stateFacts.regions} choice={choice} t={t} onChoose={choose} />
      )}
      {region !== undefined && state.type !== 'ready' && <p className="vr-hint">{t.region[state.type]({ region })}</p>}
      <FactsList facts={summary} region={shownFacts.region} context={panelContext} />
      {details.length > 0 && (
        // This list has the regional values: open it when a region is selected.
        <details key={region} open={region !== undefined}>
          <summary>{t.more({ state: stateFacts.name })}</summary>
          <FactsList facts={details} region={shownFacts.region} context={panelContext} />
        </details>
      )}
      {election && <p className="vr-hint">{t.dated.election({ election: formatDay(election, context) })}</p>}
      <FactsDates facts={shownFacts} sandbox={access.sandbox} context={context} />
    </FactsSection>
  )
}

type RegionChoice = { type: 'open' } | { type: 'region'; region: string } | { type: 'not-sure' } | { type: 'none' }

/** Asks for the voter's region if regions have different values (R-C25). "Not sure" MUST be an option; a choice MUST change
 *  nothing above it (WCAG 3.2.2). */
function RegionQuestion(props: {
  regions: readonly string[]
  choice: RegionChoice
  t: FactsMessages
  onChoose: (choice: RegionChoice) => void
}) {
  const { regions, choice, t, onChoose } = props
  const id = useId()
  // The option's value is the index, since a region may have any name.
  const value = choice.type === 'region' ? String(regions.indexOf(choice.region)) : choice.type
  const choose = (optionValue: string) => {
    const region = regions[Number(optionValue)]
    if (region !== undefined) onChoose({ type: 'region', region })
    else onChoose(optionValue === 'not-sure' || optionValue === 'none' ? { type: optionValue } : { type: 'open' })
  }
  return (
    <div className="vr-field vr-facts-region">
      <label className="vr-label" part="label" htmlFor={id}>
        {t.region.question}
      </label>
      <select
        id={id}
        className="vr-select"
        part="input"
        autoComplete="off"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="open">{t.region.choose}</option>
        <option value="not-sure">{t.region.notSure}</option>
        <option value="none">{t.region.none}</option>
        {regions.map((region, index) => (
          <option key={region} value={String(index)}>
            {region}
          </option>
        ))}
      </select>
      {choice.type === 'not-sure' && <p className="vr-hint">{t.region.notSureMeans}</p>}
    </div>
  )
}

export function FactsPending(props: {
  type: 'loading' | 'failed'
  name: string
  t: FactsMessages
  role?: 'status'
  onRetry: () => void
}) {
  const { type, name, t, role, onRetry } = props
  return (
    <p role={role} className="vr-hint">
      {t[type]({ state: name })}{' '}
      {type === 'failed' && (
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={onRetry}>
          {t.retry}
        </button>
      )}
    </p>
  )
}

export function StateFactsPanel(props: StateFactsPanelProps) {
  const { access, code, region, fields, onStatusChange } = props
  const context = useFactsContext(props)
  const { state, retry } = useStateFacts(access, code, undefined)
  const name = states[code]
  // Before paint: the root is hidden until then.
  useIsomorphicLayoutEffect(() => {
    onStatusChange?.(state.type)
  }, [state.type, onStatusChange])
  useOptionWarnings(state.type === 'ready' ? state.facts : undefined, props)
  if (state.type !== 'ready') {
    return <FactsPending type={state.type} name={name} t={context.t} role="status" onRetry={retry} />
  }
  return (
    <FactsPanel
      // A new `region` prop resets the panel.
      key={region ?? ''}
      access={access}
      code={code}
      facts={state.facts}
      region={region}
      asksRegion={region === undefined}
      fields={fields}
      context={context}
      hasSiteNotice
    />
  )
}

/** Warns developers about an unknown region and unknown facts. */
function useOptionWarnings(facts: StateFacts | undefined, { region, fields }: StateFactsPanelProps): void {
  useEffect(() => {
    const requestedRegion = region?.trim().toLowerCase()
    if (facts === undefined || requestedRegion === undefined) return
    if (facts.regions.some((regionName) => regionName.toLowerCase() === requestedRegion)) return
    const { name, regions } = facts
    const hint = regions.length === 0 ? 'None of its regions has its own facts.' : `It has ${regions.join(', ')}.`
    console.warn(`voter-registration: region="${region}" is no region of ${name} with facts of its own. ${hint}`)
  }, [facts, region])
  // The page may pass a new array on each render.
  const fieldList = fields?.join(' ')
  useEffect(() => {
    if (facts === undefined || fieldList === undefined) return
    const slugs = facts.facts.map(({ slug }) => slug)
    const requestedSlugs = fieldList.split(' ').filter((slug) => slug !== '')
    // A state may lack a single fact, so only a list without any known fact is an error.
    if (requestedSlugs.length === 0 || requestedSlugs.some((slug) => slugs.includes(slug))) return
    console.warn(
      `voter-registration: fields="${fieldList}" names no fact of ${facts.name}. It has ${slugs.join(', ')}.`,
    )
  }, [facts, fieldList])
}
