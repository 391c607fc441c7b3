/** Notice that a state's site is down, or works again. Polls the BFF while the page is visible. */
import { useEffect, useMemo, useState } from 'react'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { withoutEndSlashes } from '../../../contract/routes.ts'
import type { SiteState, Sites } from '../../../contract/sites.ts'
import type { StateCode } from '../../../contract/states.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess } from '../lazy-parts.ts'
import type { FormMessages } from '../messages/catalog.ts'

export interface SiteChange {
  /** `again`: it was down before on this screen. */
  is: 'down' | 'again'
  site: SiteState
}

/** Returns `undefined` for an unknown site, and for one that is up, unless it was down before. */
export function useSiteChange(site: SiteState | undefined): SiteChange | undefined {
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
  siteChange: SiteChange | undefined
  host: string
  byMail: boolean
  /** The browser's time zone by default. */
  timeZone?: 'UTC' | undefined
}) {
  const { t } = useFormContext()
  const { site: messages } = t
  const { id, siteChange: change, host, byMail, timeZone } = props
  return (
    <div className="vr-site">
      {change?.is === 'again' && (
        <div className="vr-notice">
          <p>{messages.again({ host })}</p>
        </div>
      )}
      {change?.is === 'down' && (
        <div className="vr-notice" data-site="down">
          <p>
            <strong id={id} data-said>
              {messages.down({ host })}
            </strong>{' '}
            <span>{describeSite(change.site, t, timeZone)}</span>
          </p>
          {byMail && <p>{messages.byMail}</p>}
          <p>{messages.tryIt}</p>
        </div>
      )}
    </div>
  )
}

function describeSite(
  { since, checked_seconds_ago: ago }: Pick<SiteState, 'since' | 'checked_seconds_ago'>,
  { site: messages, language }: FormMessages,
  timeZone?: 'UTC',
): string {
  const sentences = []
  if (Date.parse(since ?? '') > 0) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    sentences.push(messages.since({ since: [format.format(new Date(since ?? 0)), timeZone].join(' ').trim() }))
  }
  if (ago !== undefined) {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    sentences.push(messages.checked({ ago: relative.format(-Math.round(ago / 60), 'minute') }))
  }
  return sentences.join(' ')
}

const pollIntervalMs = 60_000

/** An older status is not shown. */
const maxAgeMs = 15 * pollIntervalMs

/** Must be stable. Rejects without a response. */
export type LoadSites<Site extends SiteState = SiteState> = () => Promise<readonly Site[]>

/** `undefined` before the first response, empty after 15 minutes without one. */
export function useSites<Site extends SiteState>(
  loadSites: LoadSites<Site> | undefined,
  loadsOnMount = false,
): readonly Site[] | undefined {
  const [sites, setSites] = useState<readonly Site[]>()
  useEffect(() => {
    if (loadSites === undefined) return undefined
    let isCurrent = true
    let lastResponseAt = performance.now()
    const expireStatus = () => {
      if (isCurrent && performance.now() - lastResponseAt >= maxAgeMs) setSites([])
    }
    const poll = () => {
      if (document.visibilityState === 'hidden') return
      expireStatus()
      loadSites().then((answer) => {
        lastResponseAt = performance.now()
        if (isCurrent) setSites(answer)
      }, expireStatus)
    }
    if (loadsOnMount) poll()
    const timer = setInterval(poll, pollIntervalMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [loadSites, loadsOnMount])
  return sites
}

/** One notice for each monitored site that the facts link to. */
export function FactsSiteNotice(props: { access: FactsAccess; code: StateCode; facts: readonly StateFact[] }) {
  const { access, code, facts } = props
  const { client } = access
  const loadSites = useMemo(
    () => (access.sites === true ? () => client.sites(code) : undefined),
    [access, client, code],
  )
  const sites = useSites(loadSites, true)
  const links = new Map(
    facts.flatMap(({ slug, value }) => (value.is === 'link' ? [[normalizeUrl(value.url), slug] as const] : [])),
  )
  const linkedSites = (sites ?? []).filter(({ url }) => links.has(normalizeUrl(url)))
  return linkedSites.map((site) => (
    <LinkedSite key={site.id} site={site} byMail={links.get(normalizeUrl(site.url)) === 'gov_tool_registration'} />
  ))
}

function LinkedSite({ site, byMail }: { site: Sites['sites'][number]; byMail: boolean }) {
  return <SiteNotice siteChange={useSiteChange(site)} host={new URL(site.url).host} byMail={byMail} />
}

/** Removes the trailing slash and the fragment. Returns an invalid URL unchanged. */
function normalizeUrl(value: string): string {
  // `URL.canParse` is newer than the oldest supported browsers.
  try {
    const { host, pathname, search } = new URL(value)
    return host + withoutEndSlashes(pathname) + search
  } catch {
    return value
  }
}
