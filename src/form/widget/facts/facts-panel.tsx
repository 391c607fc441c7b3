/** The facts of a state as one panel: beside the form, and alone on a partner's page. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { type StateCode, states } from '../../../contract/states.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess, StateFactsPanelProps } from '../lazy-parts.ts'
import type { FactsLook, FactsWords } from '../messages/facts-messages.ts'
import { FactsSiteNotice } from '../uptime/site-notice.tsx'
import { dateOfFact, isForElection } from './deadline-dates.ts'
import { FactsDates, FactsList, FactsSection } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { pickFacts, shortFacts } from './pick-facts.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

export interface FactsPanelProps {
  access: FactsAccess
  code: StateCode
  facts: StateFacts
  region: string | undefined
  /** Whether the voter is asked for a region; `false` where the page has set one. */
  asksRegion: boolean
  fields?: readonly string[] | undefined
  isShort?: boolean
  look: FactsLook
  hasSiteNotice?: boolean
  onRegion?: (region: string | undefined) => void
}

/** The panel behind one line, which a press opens, with or without scripts; `children` stand below it. */
export function FoldedFacts({ children, ...panel }: FactsPanelProps & { children?: ReactNode }) {
  const { words } = panel.look
  return (
    <details>
      <summary>
        {words.ready({ state: panel.facts.name })} {words.show}
      </summary>
      <FactsPanel {...panel} isShort />
      {children}
    </details>
  )
}

/** The panel. Warnings and alerts MUST come first. */
export function FactsPanel(props: FactsPanelProps) {
  const { access, code, facts: whole, fields, asksRegion, isShort = false, look, hasSiteNotice, onRegion } = props
  const { clock } = useFormContext()
  const { words } = look
  const [choice, setChoice] = useState<RegionChoice>(() =>
    props.region === undefined ? { type: 'open' } : { type: 'region', region: props.region },
  )
  const region = choice.type === 'region' ? choice.region : undefined
  const { state } = useStateFacts(access, code, region)
  // The state's facts are shown until the region's are loaded, and when those are unavailable.
  const shown = region !== undefined && state.type === 'ready' ? state.facts : whole
  const { warnings, facts: picked } = pickFacts(shown, fields)
  const choose = (chosen: RegionChoice) => {
    setChoice(chosen)
    onRegion?.(chosen.type === 'region' ? chosen.region : undefined)
  }
  const moment = new Date(clock.now())
  const { first, more } = isShort ? shortFacts(picked, code, moment) : { first: picked, more: [] }
  const dates = picked.map((fact) => dateOfFact(fact, code, moment))
  const election = dates.find((dated) => dated && isForElection(dated))?.election
  const inside: FactsLook = { ...look, dateOf: (fact) => dateOfFact(fact, code, moment) }
  return (
    <FactsSection heading={words.heading({ state: whole.name })} part="facts">
      {warnings.length > 0 && (
        <div className="vr-facts-warnings">
          <FactsList facts={warnings} region={shown.region} look={inside} />
        </div>
      )}
      {hasSiteNotice && <FactsSiteNotice access={access} code={code} facts={shown.facts} />}
      {asksRegion && whole.regions.length > 0 && (
        <RegionQuestion regions={whole.regions} choice={choice} words={words} onChoose={choose} />
      )}
      {region !== undefined && state.type !== 'ready' && (
        <p className="vr-hint">{words.region[state.type]({ region })}</p>
      )}
      <FactsList facts={first} region={shown.region} look={inside} />
      {more.length > 0 && (
        // A region's own values are in this list: open it for a voter who has chosen a region.
        <details key={region} open={region !== undefined}>
          <summary>{words.more({ state: whole.name })}</summary>
          <FactsList facts={more} region={shown.region} look={inside} />
        </details>
      )}
      {election && <p className="vr-hint">{words.dated.election({ election: formatDay(election, look) })}</p>}
      <FactsDates facts={shown} sandbox={access.sandbox} look={look} />
    </FactsSection>
  )
}

type RegionChoice = { type: 'open' } | { type: 'region'; region: string } | { type: 'not-sure' } | { type: 'none' }

/** Asks which region of the state the voter lives in, where regions have values of their own (R-C25). Not knowing MUST be an
 *  answer; choosing MUST change nothing above the choice (WCAG 3.2.2). */
function RegionQuestion(props: {
  regions: readonly string[]
  choice: RegionChoice
  words: FactsWords
  onChoose: (choice: RegionChoice) => void
}) {
  const { regions, choice, words, onChoose } = props
  const id = useId()
  // Options use the index in the list as value, since a region may have any name.
  const value = choice.type === 'region' ? String(regions.indexOf(choice.region)) : choice.type
  const choose = (chosen: string) => {
    const region = regions[Number(chosen)]
    if (region !== undefined) onChoose({ type: 'region', region })
    else onChoose(chosen === 'not-sure' || chosen === 'none' ? { type: chosen } : { type: 'open' })
  }
  return (
    <div className="vr-field vr-facts-region">
      <label className="vr-label" part="label" htmlFor={id}>
        {words.region.question}
      </label>
      <select
        id={id}
        className="vr-select"
        part="input"
        autoComplete="off"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="open">{words.region.choose}</option>
        <option value="not-sure">{words.region.notSure}</option>
        <option value="none">{words.region.none}</option>
        {regions.map((region, place) => (
          <option key={region} value={String(place)}>
            {region}
          </option>
        ))}
      </select>
      {choice.type === 'not-sure' && <p className="vr-hint">{words.region.notSureMeans}</p>}
    </div>
  )
}

export function FactsPending(props: {
  type: 'loading' | 'failed'
  name: string
  words: FactsWords
  role?: 'status'
  onAgain: () => void
}) {
  const { type, name, words, role, onAgain } = props
  return (
    <p role={role} className="vr-hint">
      {words[type]({ state: name })}{' '}
      {type === 'failed' && (
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={onAgain}>
          {words.retry}
        </button>
      )}
    </p>
  )
}

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
    const wanted = region?.trim().toLowerCase()
    if (found === undefined || wanted === undefined) return
    if (found.regions.some((known) => known.toLowerCase() === wanted)) return
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
