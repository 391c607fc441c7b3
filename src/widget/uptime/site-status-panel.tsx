/** The sites of states with their heading, as `<VoterSiteStatus>` shows them. */
import { useId, useMemo } from 'react'
import { joinUrl, sitesPath } from '../../contract/routes.ts'
import { type ShownSite, ShownSites } from '../../contract/sites.ts'
import type { StateCode } from '../../contract/states.ts'
import { useBrowserEffect } from '../browser-effect.ts'
import type { SiteStatusPanelProps } from '../lazy-parts.ts'
import { statusWordsIn } from '../messages/status-messages.ts'
import { Heading } from '../screens/heading.tsx'
import { SitesList } from './sites-list.tsx'
import { useSites } from './use-sites.ts'

/** Nothing before the sites are there. */
export function SiteStatusPanel(props: SiteStatusPanelProps) {
  const { apiBase, fetch, code, messages, words, headingLevel, onShown } = props
  const id = useId()
  const statusWords = useMemo(() => statusWordsIn(words, messages), [words, messages])
  const load = useMemo(() => () => loadSites(apiBase, code, fetch), [apiBase, code, fetch])
  const sites = useSites<ShownSite>(load, true)
  const isShown = sites !== undefined
  // Before it can be seen: the frame around it is hidden until then.
  useBrowserEffect(() => {
    onShown(isShown)
  }, [isShown, onShown])
  if (sites === undefined) return null
  return (
    <section className="vr-facts" part="sites" aria-labelledby={id}>
      <Heading level={headingLevel} id={id} className="vr-facts-heading">
        {statusWords.heading}
      </Heading>
      {sites.length === 0 && <p className="vr-hint">{statusWords.nothing}</p>}
      <SitesList sites={sites} namesStates={code === undefined} words={words} statusWords={statusWords} />
    </section>
  )
}

async function loadSites(apiBase: string, code: StateCode | undefined, ask: typeof fetch): Promise<ShownSite[]> {
  const path = sitesPath(code)
  const response = await ask(joinUrl(apiBase, `${path}${path.includes('?') ? '&' : '?'}history=1`), {
    cache: 'no-cache',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
  return ShownSites.parse(await response.json()).sites
}
