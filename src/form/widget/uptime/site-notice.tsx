/** Notice that a state's site is down, or works again. Polls the BFF while the page is visible. */
import { useEffect, useMemo, useState } from 'react'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { withoutEndSlashes } from '../../../contract/routes.ts'
import type { SiteState, Sites } from '../../../contract/sites.ts'
import type { StateCode } from '../../../contract/states.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess } from '../lazy-parts.ts'
import type { Words } from '../messages/catalog.ts'

export interface SiteNews {
  /** `again`: it was down before on this screen. */
  is: 'down' | 'again'
  site: SiteState
}

/** Returns `undefined` for an unknown site, and for one that is up, unless it was down before. */
export function useSiteNews(site: SiteState | undefined): SiteNews | undefined {
  const [wasDown, setWasDown] = useState(false)
  const isDown = site?.up === false
  if (isDown && !wasDown) setWasDown(true)
  return site !== undefined && (isDown || (wasDown && site.up === true))
    ? { is: isDown ? 'down' : 'again', site }
    : undefined
}

/** The answer screen announces the first sentence. A live region would be announced in pieces, and repeated each minute. */
export function SiteNotice(props: {
  id?: string
  news: SiteNews | undefined
  host: string
  byMail: boolean
  /** The browser's time zone by default. */
  timeZone?: 'UTC' | undefined
}) {
  const { t } = useFormContext()
  const { site: words } = t
  const { id, news, host, byMail, timeZone } = props
  return (
    <div className="vr-site">
      {news?.is === 'again' && (
        <div className="vr-notice">
          <p>{words.again({ host })}</p>
        </div>
      )}
      {news?.is === 'down' && (
        <div className="vr-notice" data-site="down">
          <p>
            <strong id={id} data-said>
              {words.down({ host })}
            </strong>{' '}
            <span>{describeSite(news.site, t, timeZone)}</span>
          </p>
          {byMail && <p>{words.byMail}</p>}
          <p>{words.tryIt}</p>
        </div>
      )}
    </div>
  )
}

function describeSite(
  { since, checked_seconds_ago: ago }: Pick<SiteState, 'since' | 'checked_seconds_ago'>,
  { site: words, language }: Words,
  timeZone?: 'UTC',
): string {
  const sentences = []
  if (Date.parse(since ?? '') > 0) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    sentences.push(words.since({ since: [format.format(new Date(since ?? 0)), timeZone].join(' ').trim() }))
  }
  if (ago !== undefined) {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    sentences.push(words.checked({ ago: relative.format(-Math.round(ago / 60), 'minute') }))
  }
  return sentences.join(' ')
}

const pollInterval = 60_000

/** An older status is not shown. */
const maxAge = 15 * pollInterval

/** Must be stable. Rejects without a response. */
export type LoadSites<Site extends SiteState = SiteState> = () => Promise<readonly Site[]>

/** `undefined` before the first response, empty after 15 minutes without one. */
export function useSites<Site extends SiteState>(
  ask: LoadSites<Site> | undefined,
  atOnce = false,
): readonly Site[] | undefined {
  const [sites, setSites] = useState<readonly Site[]>()
  useEffect(() => {
    if (ask === undefined) return undefined
    let here = true
    let heard = performance.now()
    const forget = () => {
      if (here && performance.now() - heard >= maxAge) setSites([])
    }
    const again = () => {
      if (document.visibilityState === 'hidden') return
      forget()
      ask().then((answer) => {
        heard = performance.now()
        if (here) setSites(answer)
      }, forget)
    }
    if (atOnce) again()
    const timer = setInterval(again, pollInterval)
    document.addEventListener('visibilitychange', again)
    return () => {
      here = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [ask, atOnce])
  return sites
}

/** One notice for each monitored site that the facts link to. */
export function FactsSiteNotice(props: { access: FactsAccess; code: StateCode; facts: readonly StateFact[] }) {
  const { access, code, facts } = props
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

/** Removes the trailing slash and the fragment. Returns an invalid URL unchanged. */
function addressOf(value: string): string {
  // `URL.canParse` is newer than the oldest supported browsers.
  try {
    const { host, pathname, search } = new URL(value)
    return host + withoutEndSlashes(pathname) + search
  } catch {
    return value
  }
}
