/** Says beside a state's facts that a site they name is down: that for registering too, to which the answer will lead. */
import { useMemo } from 'react'
import type { StateFact } from '../../contract/civic/state-facts.ts'
import type { Sites } from '../../contract/sites.ts'
import type { StateCode } from '../../contract/states.ts'
import type { FactsAccess } from '../civic/facts-access.ts'
import type { Words } from '../messages/catalogue.ts'
import { SiteNotice, useSiteNews, useSites } from './site-notice.tsx'

/** What it needs. */
export interface FactsSiteNoticeProps {
  access: FactsAccess
  code: StateCode
  /** What is known of the state, also what is not on the screen. */
  facts: readonly StateFact[]
  words: Words['site']
  language: string
}

/** One place for each linked site that is watched; nothing where nobody watches any. */
export function FactsSiteNotice({ access, code, facts, words, language }: FactsSiteNoticeProps) {
  const { client } = access
  const ask = useMemo(() => (access.sites === true ? () => client.sites(code) : undefined), [access, client, code])
  const sites = useSites(ask, true)
  const links = new Map(
    facts.flatMap(({ slug, value }) => (value.is === 'link' ? [[addressOf(value.url), slug] as const] : [])),
  )
  const linked = (sites ?? []).filter(({ url }) => links.has(addressOf(url)))
  return linked.map((site) => (
    <LinkedSite
      key={site.id}
      site={site}
      byMail={links.get(addressOf(site.url)) === 'gov_tool_registration'}
      words={words}
      language={language}
    />
  ))
}

function LinkedSite(props: { site: Sites['sites'][number]; byMail: boolean; words: Words['site']; language: string }) {
  const { site, byMail, words, language } = props
  return (
    <SiteNotice
      news={useSiteNews(site)}
      host={new URL(site.url).host}
      byMail={byMail}
      words={words}
      language={language}
    />
  )
}

/** The address but for a slash at its end and the fragment; the text itself where it is none. */
function addressOf(value: string): string {
  // `URL.canParse` is newer than the oldest browsers that the form works in.
  try {
    const { host, pathname, search } = new URL(value)
    return host + pathname.replace(/\/+$/, '') + search
  } catch {
    return value
  }
}
