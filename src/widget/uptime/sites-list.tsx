/** Sites as a list: what each is for, whether it works, and how it was of late. Down ones stand first. */
import type { ShownSite, SiteHistory } from '../../contract/sites.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import type { Words } from '../messages/catalogue.ts'
import type { StatusWords } from '../messages/status-messages.ts'
import { linkSafety } from '../tracking/leave.ts'
import { siteDetails } from './site-notice.tsx'
import { DaysPlot, LoadPlot } from './site-plots.tsx'

/** What the list needs. */
export interface SitesListProps {
  sites: readonly ShownSite[]
  /** Sites of several states say of which. */
  namesStates: boolean
  words: Words
  statusWords: StatusWords
}

/** The list. Whether a site works MUST NOT be told by color alone, and a plot MUST be said in words beside it. */
export function SitesList({ sites, namesStates, words, statusWords }: SitesListProps) {
  const { language } = words
  return (
    <dl className="vr-facts-list">
      {sites.map((site) => {
        const is = site.up === undefined ? 'unknown' : site.up ? 'up' : 'down'
        const details = siteDetails(site.up === false ? site : {}, words.site, language)
        return (
          <div key={site.id} className="vr-fact" data-site={is}>
            <dt className="vr-fact-label">
              {namesStates && isStateCode(site.state) && <span>{states[site.state]} </span>}
              <span lang={language === 'en' ? undefined : 'en'}>{site.tool}</span>
            </dt>
            <dd className="vr-fact-said">
              <p>
                <strong className="vr-site-now">{statusWords[is]}</strong> {details !== '' && <span>{details}</span>}
              </p>
              {site.history !== undefined && (
                <History history={site.history} share={site.shares.quarter} words={statusWords} language={language} />
              )}
              <p>
                <SiteLink url={site.url} newTab={words.form.newTab} />
              </p>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function SiteLink({ url, newTab }: { url: string; newTab: string }) {
  const href = safeLink(url)
  if (href === undefined) return <span>{url}</span>
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {new URL(href).host} {newTab}
    </a>
  )
}

function History(props: { history: SiteHistory; share: number | null; words: StatusWords; language: string }) {
  const { history, share, words, language } = props
  const days = history.days.filter((each) => each !== null && each > 0).length
  const isKnown = history.days.some((each) => each !== null)
  const good = history.load_times.filter((each) => each !== null)
  const last = good.at(-1)
  const said = [
    ...(isKnown ? [days === 0 ? words.none : words.outages({ days })] : []),
    ...(share === null ? [] : [words.share({ share: percent(share, language) })]),
    ...(last === undefined ? [] : [words.load({ seconds: number(last, language) })]),
  ]
  return (
    <>
      <DaysPlot days={history.days} /> {good.length > 1 && <LoadPlot seconds={history.load_times} />}
      <span className="vr-destination">{said.join('. ')}.</span>
    </>
  )
}

/** Never rounded up to all. */
function percent(share: number, language: string): string {
  const format = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(language, format).format(share === 1 ? 1 : Math.min(0.9999, share))
}

function number(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
}
