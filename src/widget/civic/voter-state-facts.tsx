'use client'
/** The facts of a state as a component of their own: a partner builds a page about elections from it. */
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import type { Settings } from '../../contract/between.ts'
import { isStateCode } from '../../contract/states.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { createBffClient } from '../bff-client.ts'
import type { Appearance, HeadingLevel } from '../options.ts'
import { SafetyNet } from '../safety-net.tsx'
import { tokenStyle } from '../token-style.ts'
import { useLatest } from '../use-latest.ts'
import { useReadableColors } from '../use-readable-colors.ts'
import { useSettings } from '../use-settings.ts'
import { useWords } from '../use-words.ts'
import { useEnglishMarks } from '../words/use-english-marks.ts'
import { loadedLater, useLoaded } from './loaded-later.ts'
import { useFactsAccess } from './use-facts-access.ts'
import type { FactsState } from './use-state-facts.ts'

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
type FactsAt = 'nothing' | FactsState['at']

const alone = loadedLater(() => import('./facts-alone.tsx'))

/**
 * The facts of a state: dated information with its footnotes, never legal advice. Shows nothing where the BFF has no
 * facts, and for something else than the code of a state.
 *
 * @example <VoterStateFacts apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterStateFacts(props: VoterStateFactsProps) {
  const { apiBase, state, region, fields, messages, headingLevel = 2, appearance = {} } = props
  const root = useRef<HTMLDivElement>(null)
  const latest = useLatest(props)
  const client = useMemo(
    () => createBffClient({ apiBase, fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init) }),
    [apiBase, latest],
  )
  const { words } = useWords(root, client, props)
  const { state: settings } = useSettings(client, props.settings)
  const access = useFactsAccess(apiBase, settings.at === 'ready' ? settings.settings : undefined, latest)
  const code = state.toUpperCase()
  const isKnown = isStateCode(code)
  const part = useLoaded(alone, access !== undefined && isKnown)
  useEffect(() => {
    if (!isKnown) console.warn(`voter-registration: state must be the code of a state such as "TN", got "${state}".`)
  }, [isKnown, state])
  const { onAt } = props
  useReadableColors(root, appearance)
  useEnglishMarks(root, words)
  const isShown = access !== undefined && isKnown && part !== undefined && part !== 'lost'
  useEffect(() => {
    if (!isShown) onAt?.('nothing')
  }, [isShown, onAt])
  return (
    <div
      ref={root}
      id={props.id}
      className={props.className === undefined ? 'vr-root' : `vr-root ${props.className}`}
      part="root"
      style={tokenStyle(props)}
      lang={words.language}
      dir={words.direction}
      hidden={!isShown}
      data-theme={appearance.theme ?? 'auto'}
      data-density={appearance.density ?? 'comfortable'}
    >
      {isShown && (
        <SafetyNet key={code} fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.FactsAlone
            access={access}
            code={code}
            region={region}
            fields={fields}
            messages={messages}
            formWords={words}
            headingLevel={headingLevel}
            onAt={onAt}
          />
        </SafetyNet>
      )}
    </div>
  )
}
