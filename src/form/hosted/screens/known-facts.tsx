/** The facts of the chosen state in a browser without scripts, where the form cannot load them itself. */
import { renderToString } from 'react-dom/server'
import { checkAddress, officialAddress } from '../../../contract/civic-data/official-address.ts'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import type { PageDeps } from '../../../contract/page-interface.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import type { FactsAccess } from '../../widget/facts/facts-access.ts'
import { FoldedFacts } from '../../widget/facts/facts-panel.tsx'
import { accessTo, useFactsLook } from '../../widget/facts/use-state-facts.ts'
import { serviceTexts } from '../../widget/screens/answer-text.tsx'
import { rootAttributes } from '../../widget/use-root.ts'
import type { PlainForm } from '../../widget/voter-registration-props.ts'
import type { PageQuery } from '../page-query.ts'

/** Facts that have been read. */
export interface KnownFacts {
  code: StateCode
  facts: StateFacts
  access: FactsAccess
}

/**
 * Reads the facts of the state that the voter has chosen, in a short time. Those about a way that is closed are left out.
 *
 * @param state as posted
 * @returns `undefined` without a state, and where there are no facts in that time: the page is then shown without them
 */
export async function knownFacts(
  state: string,
  { facts: read, settings }: Pick<PageDeps, 'facts' | 'settings'>,
): Promise<KnownFacts | undefined> {
  if (read === undefined || !isStateCode(state)) return undefined
  const facts = await read(state)
  return facts && { code: state, facts, access: accessTo(state, facts, settings.features.sandbox) }
}

/** Returns the addresses of the state's own pages, as the form takes them. */
export function pagesOf({ facts }: KnownFacts): NonNullable<PlainForm['ofState']> {
  return { official: officialAddress(facts), check: checkAddress(facts) }
}

/** Returns the address of the chosen state's own page about registering, or else the operator's official site. */
export async function officialOf(
  state: string,
  deps: Pick<PageDeps, 'facts' | 'settings'>,
): Promise<string | undefined> {
  const known = await knownFacts(state, deps)
  return (known && officialAddress(known.facts)) ?? deps.settings.official_site?.url
}

/**
 * Returns the facts as HTML for the place above the form, one line that opens by a press; on paper they are open, and the form
 * is left out. The script removes it: the form has the facts then.
 *
 * @param now milliseconds since 1970
 * @returns empty without facts
 */
export function factsAbove(known: KnownFacts | undefined, visitor: PageQuery, now: number): string {
  if (known === undefined) return ''
  // The form beside it is rendered on its own, with ids of its own.
  return renderToString(<Facts known={known} visitor={visitor} now={now} />, { identifierPrefix: 'facts' })
}

/** The line, and below it the panel of the form. Nothing can be chosen in it: it shows what holds for the whole state. */
function Facts({ known, visitor, now }: { known: KnownFacts; visitor: PageQuery; now: number }) {
  const { code, facts, access } = known
  const { words, messages, theme } = visitor
  const look = useFactsLook({ formWords: words, messages, headingLevel: 2, ...serviceTexts })
  return (
    <div {...rootAttributes({ appearance: { theme } }, words)} id="facts">
      <FoldedFacts
        access={access}
        code={code}
        facts={facts}
        region={undefined}
        asksRegion={false}
        look={look}
        now={() => new Date(now)}
        siteWords={words.site}
      >
        {facts.regions.length > 0 && <p className="vr-hint">{look.words.region.notSureMeans}</p>}
      </FoldedFacts>
    </div>
  )
}
