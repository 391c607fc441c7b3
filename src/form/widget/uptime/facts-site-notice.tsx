/** Shows beside a state's facts that a site they link to is down, also the one for registering, to which the answer leads. */
import { useMemo } from 'react'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { withoutEndSlashes } from '../../../contract/routes.ts'
import type { Sites } from '../../../contract/sites.ts'
import type { StateCode } from '../../../contract/states.ts'
import type { FactsAccess } from '../facts/facts-access.ts'
import { SiteNotice, useSiteNews, useSites } from './site-notice.tsx'

export interface FactsSiteNoticeProps {
  access: FactsAccess
  code: StateCode
  facts: readonly StateFact[]
}

/** One notice for each linked site that is monitored; nothing where none is. */
export function FactsSiteNotice({ access, code, facts }: FactsSiteNoticeProps) {
  const { client } = access
  const ask = useMemo(() => (access.sites === true ? () => client.sites(code) : undefined), [access, client, code])
  const sites = useSites(ask, true)
  const links = new Map(
    facts.flatMap(({ slug, value }) => (value.is === 'link' ? [[addressOf(value.url), slug] as const] : [])),
  )
  const linked = (sites ?? []).filter(({ url }) => links.has(addressOf(url)))
  return linked.map((site) => (
    <LinkedSite key={site.id} site={site} byMail={links.get(addressOf(site.url)) === 'gov_tool_registration'} />
  ))
}

function LinkedSite({ site, byMail }: { site: Sites['sites'][number]; byMail: boolean }) {
  return <SiteNotice news={useSiteNews(site)} host={new URL(site.url).host} byMail={byMail} />
}

/** Returns the address without a slash at its end and without a fragment; the text itself if it is not an address. */
function addressOf(value: string): string {
  // `URL.canParse` is newer than the oldest supported browsers.
  try {
    const { host, pathname, search } = new URL(value)
    return host + withoutEndSlashes(pathname) + search
  } catch {
    return value
  }
}
