'use client'
/** How the sites of states are, as a component of its own. */
import { type CSSProperties, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { useBrowserEffect } from '../browser-effect.ts'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import type { Appearance, HeadingLevel } from '../options.ts'
import { rootAttributes } from '../root-attributes.ts'
import { SafetyNet } from '../screens/error-boundary.tsx'
import { usePanel } from '../use-panel.ts'

/** Props of `<VoterSiteStatus>`. */
export interface VoterSiteStatusProps {
  /** Address of the backend-for-frontend, for example `https://register.partner.org/api`. */
  apiBase: string
  /** Code of a state, for example `TN`; all states where this is left out. */
  state?: string
  /** A BCP 47 language, or `auto` (default): the closest `lang` attribute, then the browser's languages. */
  locale?: string
  /** Texts in other languages than English, as `voter-registration/locales/es` has them: nothing is fetched for these. */
  locales?: readonly Catalogue[]
  /** Texts to replace, by dotted key: `{ 'status.heading': 'Is the state’s site up?' }`. */
  messages?: Readonly<Record<string, string>>
  /** Level of the heading; 2 by default. */
  headingLevel?: HeadingLevel
  appearance?: Appearance
  /** What `GET /settings` answers, fetched on the server. */
  settings?: Settings
  /** How requests are made; the browser's `fetch` by default. */
  fetch?: typeof fetch
  id?: string
  className?: string
  style?: CSSProperties
  /** @internal Hears of what is there to be seen: `<voter-site-status>` shows its fallback by it. Keep it the same
   *  function. */
  onAt?: (at: SitesAt) => void
}

const alone = loadedLater(() => import('./site-status-panel.tsx'))

/** What is there to be seen; `nothing` where the BFF watches no sites, and before they are there. */
export type SitesAt = 'nothing' | 'ready'

/**
 * Which sites of states work: down ones first, with their last 90 days and load times, renewed each minute while somebody
 * looks. Shows nothing where the BFF watches no sites.
 *
 * @example <VoterSiteStatus apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterSiteStatus(props: VoterSiteStatusProps) {
  const { apiBase, headingLevel = 2, onAt } = props
  const { root, latest, words, settings, code, isWrong } = usePanel(props)
  const watches = settings?.features.sites === true && !isWrong
  const part = useLoaded(alone, watches)
  const [isShown, setShown] = useState(false)
  const isThere = watches && part !== undefined && part !== 'lost'
  useBrowserEffect(() => {
    onAt?.(isThere && isShown ? 'ready' : 'nothing')
  }, [isThere, isShown, onAt])
  return (
    <div ref={root} {...rootAttributes(props, words)} hidden={!isThere || !isShown}>
      {isThere && (
        <SafetyNet fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.SitesAlone
            apiBase={apiBase}
            latest={latest}
            code={code}
            messages={props.messages}
            words={words}
            headingLevel={headingLevel}
            onShown={setShown}
          />
        </SafetyNet>
      )}
    </div>
  )
}
