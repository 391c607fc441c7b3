/** The facts of a state as one quiet panel: beside the form, and alone on a partner's page. */
import { type ReactNode, useId, useState } from 'react'
import type { StateFacts } from '../../contract/civic/state-facts.ts'
import { type StateCode, states } from '../../contract/states.ts'
import type { Words } from '../messages/catalogue.ts'
import { Heading, levelBelow } from '../screens/heading.tsx'
import { FactsSiteNotice } from '../uptime/facts-site-notice.tsx'
import type { FactsAccess } from './facts-access.ts'
import { FactsDates } from './facts-dates.tsx'
import { FactsList, type FactsLook } from './facts-list.tsx'
import type { FactsSource } from './facts-source.ts'
import { pickFacts } from './pick-facts.ts'
import { type RegionChoice, RegionQuestion } from './region-choice.tsx'
import { useStateFacts } from './use-state-facts.ts'

/** What the panel needs. */
export interface FactsPanelProps {
  access: FactsAccess
  source: FactsSource
  code: StateCode
  /** The facts of the state as a whole. */
  facts: StateFacts
  /** The region to begin with. */
  region: string | undefined
  /** Whether the voter is asked for a region; not where the page has decided. */
  asksRegion: boolean
  /** The slugs to show instead of those a voter needs while registering. */
  fields?: readonly string[] | undefined
  sandbox: boolean
  look: FactsLook
  siteWords: Words['site']
  onRegion?: (region: string | undefined) => void
  /** What stands above the facts. */
  children?: ReactNode
}

/** The panel. Warnings and alerts MUST come first. */
export function FactsPanel(props: FactsPanelProps) {
  const { access, source, code, facts: whole, fields, sandbox, asksRegion, look, siteWords, onRegion, children } = props
  const { words } = look
  const id = useId()
  const [choice, setChoice] = useState<RegionChoice>(() => choiceOf(props.region))
  const region = choice.is === 'region' ? choice.region : undefined
  const facts = useRegionFacts(source, code, region, whole)
  const { warnings, facts: picked } = pickFacts(facts.shown, fields)
  const choose = (chosen: RegionChoice) => {
    setChoice(chosen)
    onRegion?.(chosen.is === 'region' ? chosen.region : undefined)
  }
  const inside = { ...look, headingLevel: levelBelow(look.headingLevel) }
  const own = facts.shown.region
  return (
    <section className="vr-facts" part="facts" aria-labelledby={id}>
      <Heading level={look.headingLevel} id={id} className="vr-facts-heading">
        {words.heading({ state: nameOf(whole, code) })}
      </Heading>
      {warnings.length > 0 && (
        <div className="vr-facts-warnings">
          <FactsList facts={warnings} {...(own !== undefined && { region: own })} look={inside} />
        </div>
      )}
      <FactsSiteNotice
        access={access}
        code={code}
        facts={facts.shown.facts}
        words={siteWords}
        language={look.language}
      />
      {children}
      {asksRegion && whole.regions.length > 0 && (
        <RegionQuestion regions={whole.regions} choice={choice} words={words} onChoose={choose} />
      )}
      {region !== undefined && facts.at === 'loading' && <p className="vr-hint">{words.region.loading({ region })}</p>}
      {region !== undefined && facts.at === 'failed' && <p className="vr-hint">{words.region.failed({ region })}</p>}
      <FactsList facts={picked} {...(own !== undefined && { region: own })} look={inside} />
      <FactsDates facts={facts.shown} shown={[...warnings, ...picked]} sandbox={sandbox} look={look} />
    </section>
  )
}

/** The name of the state as the service writes it, or as we do. */
export function nameOf(facts: StateFacts | undefined, code: StateCode): string {
  return facts?.name ?? states[code]
}

function choiceOf(region: string | undefined): RegionChoice {
  return region === undefined ? { is: 'open' } : { is: 'region', region }
}

/** The region's facts when there is one; until they are there, and when they do not come, the state's. */
function useRegionFacts(source: FactsSource, code: StateCode, region: string | undefined, whole: StateFacts) {
  const { state } = useStateFacts(source, code, region)
  if (region === undefined) return { type: 'ready', shown: whole } as const
  return state.type === 'ready' ? ({ type: 'ready', shown: state.facts } as const) : { at: state.type, shown: whole }
}
