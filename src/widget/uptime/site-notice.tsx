/** Says that a state's site is down, and that it works again: politely, and in nobody's way. The BFF is asked again and
 *  again while somebody looks at the page. */
import { useEffect, useState } from 'react'
import type { SiteState } from '../../contract/sites.ts'
import type { Words } from '../messages/catalogue.ts'

/** What there is to say of a site. */
export interface SiteNews {
  /** `again`: it was down a moment ago on this screen. */
  is: 'down' | 'again'
  site: SiteState
}

/**
 * What there is to say: nothing of a site that is up, unless it was down before, and nothing of one that is not known.
 *
 * @param site as it is known now
 */
export function useSiteNews(site: SiteState | undefined): SiteNews | undefined {
  const [wasDown, setWasDown] = useState(false)
  const isDown = site?.up === false
  if (isDown && !wasDown) setWasDown(true)
  return site !== undefined && (isDown || (wasDown && site.up === true))
    ? { is: isDown ? 'down' : 'again', site }
    : undefined
}

/** What is seen of it. The answer's screen says its first sentence: a status around all of it is said in pieces, and again
 *  each minute. */
export function SiteNotice(props: {
  /** Of the sentence that the site is down, for the link that leads there. */
  id?: string
  news: SiteNews | undefined
  host: string
  /** Whether there is a way by mail beside it. */
  byMail: boolean
  words: Words['site']
  /** The language of the words. */
  language: string
  /** Of the time that is shown; the browser's own where this is left out. */
  timeZone?: 'UTC'
}) {
  const { id, news, host, byMail, words, language, timeZone } = props
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
            <span>{siteDetails(news.site, words, language, timeZone)}</span>
          </p>
          {byMail && <p>{words.byMail}</p>}
          <p>{words.tryIt}</p>
        </div>
      )}
    </div>
  )
}

/** Since when, and when somebody last looked; empty where neither is known. */
export function siteDetails(
  { since, checked_seconds_ago: ago }: Pick<SiteState, 'since' | 'checked_seconds_ago'>,
  words: Words['site'],
  language: string,
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

/** Milliseconds between two questions. */
const pollInterval = 60_000

/** Milliseconds after which what was said last is said no more: nobody knows whether it still holds. */
const maxAge = 15 * pollInterval

/** Asks the BFF; rejects when there is no answer. Keep it the same function. */
export type LoadSites<Site extends SiteState = SiteState> = () => Promise<readonly Site[]>

/**
 * The sites as they were said to be last.
 *
 * @param ask left out, nothing is asked
 * @param atOnce also when the part appears; otherwise first after a minute
 * @returns `undefined` before the first answer, empty when nothing has been known for 15 minutes
 */
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
