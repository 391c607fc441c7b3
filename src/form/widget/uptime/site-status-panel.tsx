/** The state election sites with a heading, as in `<VoterSiteStatus>`. */
import { useId, useMemo } from 'react'
import { sitesPath } from '../../../contract/routes.ts'
import { type ShownSite, ShownSites } from '../../../contract/shown-sites.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { SiteStatusPanelProps } from '../lazy-parts.ts'
import { statusWordsIn } from '../messages/status-messages.ts'
import { Heading } from '../screens/heading.tsx'
import { useSites } from './site-notice.tsx'
import { SitesList } from './sites-list.tsx'

/** Shows nothing until the sites are loaded. */
export function SiteStatusPanel(props: SiteStatusPanelProps) {
  const { client, code, messages, words, headingLevel, onAt } = props
  const id = useId()
  const statusWords = useMemo(() => statusWordsIn(words, messages), [words, messages])
  const load = useMemo(() => {
    const path = sitesPath(code)
    const url = `${path}${path.includes('?') ? '&' : '?'}history=1`
    return async () => ShownSites.parse(await client.get(url, { cache: 'no-cache' })).sites
  }, [client, code])
  const sites = useSites<ShownSite>(load, true)
  const isShown = sites !== undefined
  // Before paint: the root around it is hidden until then.
  useBrowserLayoutEffect(() => {
    onAt(isShown ? 'ready' : 'nothing')
  }, [isShown, onAt])
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
