/** Sites as a list: the purpose of each, whether it works, and its recent history. Those that are down come first. */
import type { ReactNode } from 'react'
import type { Outage, ShownCheck, ShownSite, SiteHistory } from '../../../contract/shown-sites.ts'
import { isStateCode, states } from '../../../contract/states.ts'
import { safeLink } from '../../../contract/text.ts'
import type { Words } from '../messages/catalogue.ts'
import type { StatusWords } from '../messages/status-messages.ts'
import { linkSafety } from '../tracking/follow.ts'
import { siteDetails } from './site-notice.tsx'

/** What the list needs. */
export interface SitesListProps {
  sites: readonly ShownSite[]
  /** Whether each site shows its state. */
  namesStates: boolean
  words: Words
  statusWords: StatusWords
}

/** The list. The status of a site MUST NOT be shown by color alone, and a plot MUST be described in words beside it. */
export function SitesList({ sites, namesStates, words, statusWords }: SitesListProps) {
  const { language } = words
  return (
    <dl className="vr-facts-list">
      {sites.map((site) => {
        const is = site.up === undefined ? 'unknown' : site.up ? 'up' : 'down'
        const now = site.refused === undefined ? statusWords[is] : statusWords.refused({ status: String(site.refused) })
        const details = siteDetails(site.up === false ? site : {}, words.site, language)
        return (
          <div key={site.id} className="vr-fact" data-site={is}>
            <dt className="vr-fact-label">
              {namesStates && isStateCode(site.state) && <span>{states[site.state]} </span>}
              <span lang={language === 'en' ? undefined : 'en'}>{site.tool}</span>
            </dt>
            <dd className="vr-fact-said">
              <p>
                <strong className="vr-site-now">{now}</strong> {details !== '' && <span>{details}</span>}
              </p>
              {site.history !== undefined && (
                <History site={site} history={site.history} words={statusWords} language={language} />
              )}
              {pastOf(site.history, statusWords, language).map(
                ([heading, texts]) =>
                  texts !== undefined &&
                  texts.length > 0 && (
                    <details key={heading}>
                      <summary>{heading}</summary>
                      <ul>
                        {texts.map((text) => (
                          <li key={text}>{text}</li>
                        ))}
                      </ul>
                    </details>
                  ),
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

/** Returns what can be unfolded: headings, each with its lines. */
function pastOf(history: SiteHistory | undefined, words: StatusWords, language: string) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const kindText = ({ kind, status }: Pick<ShownCheck, 'kind' | 'status'>) =>
    (Object.entries(words.kinds).find(([key]) => key === kind)?.[1] ?? words.kinds.failed) +
    (status === undefined ? '' : ` (HTTP ${status})`)
  const outageText = (outage: Outage) => {
    const start = Date.parse(outage.from)
    const minutes = (Date.parse(outage.to ?? '') - start) / 60_000
    // During an outage its length is shown above.
    if (!(minutes >= 0)) return `${format.format(start)} – …: ${kindText(outage)}`
    const [value, unit] = minutes < 120 ? [Math.ceil(minutes), 'minute'] : [minutes / 60, 'hour']
    const length = new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }).format(value)
    return `${format.formatRange(start, start + minutes * 60_000)} (${length}): ${kindText(outage)}`
  }
  const checkText = (check: ShownCheck) =>
    `${format.format(Date.parse(check.at))}: ${
      {
        up: words.up,
        down: kindText(check),
        refused: words.refused({ status: String(check.status) }),
        unclear: words.unclear,
      }[check.is]
    }`
  return [
    [words.outageList, history?.outages?.map(outageText)],
    [words.checkList, history?.checks?.map(checkText)],
  ] as const
}

function SiteLink({ url, newTab }: { url: string; newTab: string }) {
  const href = safeLink(url)
  if (href === undefined) return <span>{url}</span>
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {new URL(href).host} <span className="vr-print-hidden">{newTab}</span>
    </a>
  )
}

function History(props: { site: ShownSite; history: SiteHistory; words: StatusWords; language: string }) {
  const { site, history, words, language } = props
  const share = site.shares.quarter
  const since = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(
    Date.parse(site.watched_since ?? '') || 0,
  )
  const days = history.days.filter((each) => each !== null && each > 0).length
  const good = history.load_times.filter((each) => each !== null)
  const last = good.at(-1)
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const said = [
    ...(days > 0 ? [words.outages({ days })] : []),
    // Nothing for less than a day.
    ...(share === null
      ? []
      : [...(days === 0 ? [words.none({ since })] : []), words.share({ share: percent(share, language), since })]),
    ...(last === undefined ? [] : [words.load({ seconds: seconds.format(last) })]),
  ]
  return (
    <>
      <DaysPlot days={history.days} /> {good.length > 1 && <LoadPlot seconds={history.load_times} />}
      {said.length > 0 && <span className="vr-destination">{said.join('. ')}.</span>}
    </>
  )
}

/** Formats a share as a percentage; only a share of 1 becomes 100 %. */
function percent(share: number, language: string): string {
  const format = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(language, format).format(share === 1 ? 1 : Math.min(0.9999, share))
}

const plotHeight = 20
const dayWidth = 2

/** A small plot, hidden from screen readers: the text beside it describes it. A strip of days, oldest on the left: low for a
 *  day without an outage, high for one with an outage, a line for an unknown one. Shapes, not colors alone. */
function DaysPlot({ days }: { days: readonly (number | null)[] }) {
  const bars = (isDown: boolean) =>
    days
      .map((share, day) => {
        if ((share ?? 0) > 0 !== isDown) return ''
        const top = share === null ? plotHeight - 1 : isDown ? 0 : plotHeight / 2
        return `M${day * dayWidth} ${top}h${dayWidth}V${plotHeight}h-${dayWidth}z`
      })
      .join('')
  return (
    <Plot width={days.length * dayWidth}>
      <path fill="currentColor" fillOpacity="0.4" d={bars(false)} />
      <path fill="currentColor" d={bars(true)} />
    </Plot>
  )
}

const lineWidth = 90

/** Load times as a line, oldest on the left, from 0 to the slowest; a failed check is a gap. */
function LoadPlot({ seconds }: { seconds: readonly (number | null)[] }) {
  const slowest = Math.max(0.001, ...seconds.map((each) => each ?? 0))
  const step = lineWidth / Math.max(1, seconds.length - 1)
  const points = seconds.map((each, place) => {
    if (each === null) return ''
    const begins = place === 0 || seconds[place - 1] === null
    return `${begins ? 'M' : 'L'}${(place * step).toFixed(1)} ${(plotHeight - 1 - (each / slowest) * (plotHeight - 2)).toFixed(1)}`
  })
  return (
    <Plot width={lineWidth}>
      <path fill="none" stroke="currentColor" strokeWidth="1.5" d={points.join('')} />
    </Plot>
  )
}

function Plot({ width, children }: { width: number; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${width} ${plotHeight}`} width={width} height={plotHeight} aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}
