'use client'
/** How the sites of states are, as a component of its own. */
import { type CSSProperties, useEffect, useId, useMemo, useRef } from 'react'
import type { Settings } from '../../contract/between.ts'
import { joinUrl, sitesPath } from '../../contract/routes.ts'
import { type ShownSite, ShownSites } from '../../contract/sites.ts'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { createBffClient } from '../bff-client.ts'
import type { Appearance, HeadingLevel } from '../options.ts'
import { Heading } from '../registration/heading.tsx'
import { SafetyNet } from '../safety-net.tsx'
import { tokenStyle } from '../token-style.ts'
import { useLatest } from '../use-latest.ts'
import { useSettings } from '../use-settings.ts'
import { useWords } from '../use-words.ts'
import { statusWordsIn } from '../words/status-words.ts'
import { useEnglishMarks } from '../words/use-english-marks.ts'
import { SitesList } from './sites-list.tsx'
import { useSites } from './use-sites.ts'

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

/**
 * Which sites of states work: down ones first, with their last 90 days and load times, renewed each minute while somebody
 * looks. Shows nothing where the BFF watches no sites.
 *
 * @example <VoterSiteStatus apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterSiteStatus(props: VoterSiteStatusProps) {
  const { apiBase, state, headingLevel = 2, appearance = {}, onAt } = props
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const latest = useLatest(props)
  const client = useMemo(
    () => createBffClient({ apiBase, fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init) }),
    [apiBase, latest],
  )
  const { words } = useWords(root, client, props)
  useEnglishMarks(root, words)
  const { messages } = props
  const statusWords = useMemo(() => statusWordsIn(words, messages), [words, messages])
  const { state: settings } = useSettings(client, props.settings)
  const watches = settings.at === 'ready' && settings.settings.features.sites === true
  const wished = state?.toUpperCase()
  const code = isStateCode(wished) ? wished : undefined
  const isWrong = wished !== undefined && code === undefined
  const ask = useMemo(
    () =>
      watches && !isWrong
        ? () => load(apiBase, code, (input, init) => (latest.current.fetch ?? fetch)(input, init))
        : undefined,
    [apiBase, code, watches, isWrong, latest],
  )
  const sites = useSites<ShownSite>(ask, true)
  const isShown = sites !== undefined && ask !== undefined
  useEffect(() => {
    if (isWrong) console.warn(`voter-registration: state must be the code of a state such as "TN", got "${state}".`)
  }, [isWrong, state])
  useEffect(() => {
    onAt?.(isShown ? 'ready' : 'nothing')
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
        <SafetyNet fallback={null} onBroken={() => onAt?.('nothing')}>
          <section className="vr-facts" part="sites" aria-labelledby={id}>
            <Heading level={headingLevel} id={id} className="vr-facts-heading">
              {statusWords.heading}
            </Heading>
            {sites.length === 0 && <p className="vr-hint">{statusWords.nothing}</p>}
            <SitesList sites={sites} namesStates={code === undefined} words={words} statusWords={statusWords} />
          </section>
        </SafetyNet>
      )}
    </div>
  )
}

async function load(apiBase: string, code: StateCode | undefined, ask: typeof fetch): Promise<ShownSite[]> {
  const path = sitesPath(code)
  const response = await ask(joinUrl(apiBase, `${path}${path.includes('?') ? '&' : '?'}history=1`), {
    cache: 'no-cache',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
  return ShownSites.parse(await response.json()).sites
}
