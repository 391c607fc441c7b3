/** How the sites of states are, as a component of its own, without the parts that an entry hands in. */
import { type CSSProperties, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { useBrowserEffect } from '../browser-effect.ts'
import { useLazyPart } from '../lazy-parts.ts'
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

/** What is there to be seen; `nothing` where the BFF watches no sites, and before they are there. */
export type SitesAt = 'nothing' | 'ready'

/** Shows nothing where the BFF watches no sites. */
export function SiteStatusRoot(props: VoterSiteStatusProps) {
  const { apiBase, headingLevel = 2, onAt } = props
  const { root, ask, words, settings, code, isWrong } = usePanel(props)
  const watches = settings?.features.sites === true && !isWrong
  const part = useLazyPart('siteStatus', watches)
  const [isShown, setShown] = useState(false)
  const isThere = watches && typeof part !== 'string'
  useBrowserEffect(() => {
    onAt?.(isThere && isShown ? 'ready' : 'nothing')
  }, [isThere, isShown, onAt])
  return (
    <div ref={root} {...rootAttributes(props, words)} hidden={!isThere || !isShown}>
      {isThere && (
        <SafetyNet fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.SiteStatusPanel
            apiBase={apiBase}
            fetch={ask}
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
