/** The facts of the chosen state in a browser without scripts, where the form cannot load them itself. */
import { renderToString } from 'react-dom/server'
import { officialAddress, type StateFacts } from '../../contract/civic-data/state-facts.ts'
import type { PageDeps } from '../../contract/page-interface.ts'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import type { FactsAccess } from '../widget/facts/facts-access.ts'
import { FoldedFacts } from '../widget/facts/facts-panel.tsx'
import { accessTo, useFactsLook } from '../widget/facts/use-state-facts.ts'
import { FormContext, ownContext } from '../widget/form-context.ts'
import { serviceTexts } from '../widget/screens/answer-text.tsx'
import { rootAttributes } from '../widget/use-root.ts'
import type { PageQuery } from './page-query.ts'

/** Facts that have been read. */
export interface LoadedFacts {
  code: StateCode
  facts: StateFacts
  access: FactsAccess
}

/**
 * Reads the facts of the state that the voter has chosen, in a short time.
 *
 * @param state as posted
 * @returns `undefined` without a state, and where there are no facts in that time: the page is then shown without them
 */
export async function loadFacts(state: string, { facts: read, settings }: PageDeps): Promise<LoadedFacts | undefined> {
  if (read === undefined || !isStateCode(state)) return undefined
  const facts = await read(state)
  return facts && { code: state, facts, access: accessTo(state, facts, settings.features.sandbox) }
}

/** Returns the address of the chosen state's own page about registering, or else the operator's official site. */
export async function getOfficialUrl(state: string, deps: PageDeps): Promise<string | undefined> {
  const loaded = await loadFacts(state, deps)
  return (loaded && officialAddress(loaded.facts)) ?? deps.settings.official_site?.url
}

/**
 * Returns the facts as HTML for the place above the form, one line that opens by a press; on paper they are open, and the form
 * is left out. The script removes it: the form has the facts then.
 *
 * @param now milliseconds since 1970
 * @returns empty without facts
 */
export function renderFacts(loaded: LoadedFacts | undefined, visitor: PageQuery, now: number): string {
  if (loaded === undefined) return ''
  // The form beside it is rendered on its own, with ids of its own.
  const context = { ...ownContext, t: visitor.words, clock: { now: () => now } }
  return renderToString(
    <FormContext.Provider value={context}>
      <FactsAbove {...loaded} visitor={visitor} />
    </FormContext.Provider>,
    { identifierPrefix: 'facts' },
  )
}

/** Nothing can be chosen in it: it shows what holds for the whole state. */
function FactsAbove({ code, facts, access, visitor }: LoadedFacts & { visitor: PageQuery }) {
  const { words, theme } = visitor
  const look = useFactsLook(serviceTexts)
  return (
    <div {...rootAttributes({ appearance: { theme } }, words)} id="facts">
      <FoldedFacts
        access={access}
        code={code}
        facts={facts}
        region={undefined}
        asksRegion={false}
        look={look}
        hasSiteNotice
      >
        {facts.regions.length > 0 && <p className="vr-hint">{look.words.region.notSureMeans}</p>}
      </FoldedFacts>
    </div>
  )
}
