/** The facts of a state as a component of their own, without the parts that an entry hands in. */
import { type CSSProperties, useEffect } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { useLazyPart } from '../lazy-parts.ts'
import type { Appearance, HeadingLevel } from '../options.ts'
import { rootAttributes } from '../root-attributes.ts'
import { AnswerText } from '../screens/answer-text.tsx'
import { SafetyNet } from '../screens/error-boundary.tsx'
import { usePanel } from '../use-panel.ts'
import { useFactsAccess } from './use-facts-access.ts'

/** Props of `<VoterStateFacts>`. */
export interface VoterStateFactsProps {
  /** Address of the backend-for-frontend, for example `https://register.partner.org/api`. */
  apiBase: string
  /** Code of a state, for example `TN`. */
  state: string
  /** A region with values of its own, as the service spells it; without it the voter is asked where there are any. */
  region?: string
  /** Which facts, by slug and in this order; what a voter needs while registering by default. */
  fields?: readonly string[]
  /** A BCP 47 language, or `auto` (default): the closest `lang` attribute, then the browser's languages. */
  locale?: string
  /** Texts in other languages than English, as `voter-registration/locales/es` has them: nothing is fetched for these. */
  locales?: readonly Catalogue[]
  /** Texts to replace, by dotted key: `{ 'facts.heading': 'Voting in {state}' }`. */
  messages?: Readonly<Record<string, string>>
  /** Level of the panel's heading; 2 by default. */
  headingLevel?: HeadingLevel
  appearance?: Appearance
  /** What `GET /settings` answers, fetched on the server. */
  settings?: Settings
  /** How requests are made; the browser's `fetch` by default. */
  fetch?: typeof fetch
  id?: string
  className?: string
  style?: CSSProperties
  /** @internal Hears of what is there to be seen: `<voter-state-facts>` shows its fallback by it. Keep it the same
   *  function. */
  onAt?: (at: FactsAt) => void
}

/** What is there to be seen; `nothing` where there is no state, or a BFF without facts. */
type FactsAt = 'nothing' | 'loading' | 'ready' | 'failed'

/** Shows nothing where the BFF has no facts, and for something else than the code of a state. */
export function StateFactsRoot(props: VoterStateFactsProps) {
  const { apiBase, region, fields, messages, headingLevel = 2, onAt } = props
  const { root, latest, words, settings, code } = usePanel(props)
  const access = useFactsAccess(apiBase, settings, latest)
  const part = useLazyPart('stateFacts', access !== undefined && code !== undefined)
  const isShown = access !== undefined && code !== undefined && typeof part !== 'string'
  useEffect(() => {
    if (!isShown) onAt?.('nothing')
  }, [isShown, onAt])
  return (
    <div ref={root} {...rootAttributes(props, words)} hidden={!isShown}>
      {isShown && (
        <SafetyNet key={code} fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.StateFactsPanel
            access={access}
            code={code}
            region={region}
            fields={fields}
            messages={messages}
            formWords={words}
            headingLevel={headingLevel}
            ServiceText={AnswerText}
            onAt={onAt}
          />
        </SafetyNet>
      )}
    </div>
  )
}
