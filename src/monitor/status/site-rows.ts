/** Renders sites as a table: one row each, the plots beside their figures. */
import { html } from 'hono/html'
import type { FailureKind, RecentCheck } from '../../contract/sites.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import type { StatusSite } from './known-sites.ts'

// Each is created once: to create one takes longer than to use it a hundred times. Times are in UTC.
const date = { dateStyle: 'medium', timeZone: 'UTC' } as const
const unit = { style: 'unit', unitDisplay: 'long', maximumFractionDigits: 1 } as const
const formats = {
  day: new Intl.DateTimeFormat('en', date),
  dateTime: new Intl.DateTimeFormat('en', { ...date, timeStyle: 'short' }),
  number: new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
  percent: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }),
  minutes: new Intl.NumberFormat('en', { ...unit, unit: 'minute' }),
  hours: new Intl.NumberFormat('en', { ...unit, unit: 'hour' }),
  days: new Intl.NumberFormat('en', { ...unit, unit: 'day' }),
  relative: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
}

export type Markup = ReturnType<typeof html>

const columns = ['State', 'Site', 'Now', 'Share of time up', 'Last 90 days', 'Load time'] as const

/** Renders a table of sites. Roles are explicit, since the style sheet turns the rows into boxes on narrow screens. */
export function renderSiteTable(sites: readonly StatusSite[], labelledBy: string, nowMs: number): Markup {
  return html`<table role="table" aria-labelledby="${labelledBy}"><thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead><tbody role="rowgroup">${sites.map((site) => renderRow(site, nowMs))}</tbody></table>`
}

function renderRow(site: StatusSite, nowMs: number): Markup {
  const kind =
    site.up === undefined ? (site.blocked_status === undefined ? 'unknown' : 'blocked') : site.up ? 'up' : 'down'
  const name = isStateCode(site.state) ? states[site.state] : 'No state'
  return html`<tr role="row" class="is-${kind}" data-site="${site.id}"><th role="rowheader" scope="row">${name}</th>${renderCell('Site', renderLink(site))}${renderCell('Now', describeNow(site, kind))}${renderCell('Share of time up', renderUptime(site))}${renderCell('Last 90 days', html`${renderDays(site, nowMs)}${renderOutages(site)}`)}${renderCell('Load time', html`${renderLoadTimes(site)}${renderChecks(site)}`)}</tr>
`
}

const renderCell = (label: (typeof columns)[number], content: unknown) =>
  html`<td role="cell"><span class="label" aria-hidden="true">${label}</span><div>${content}</div></td>
`

function renderLink({ url, tool, id }: StatusSite): Markup {
  const href = safeLink(url)
  const host = URL.canParse(url) ? new URL(url).host : url
  const where =
    href === undefined
      ? html`${host}`
      : html`<a id="${id}-link" href="${href}" target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">${host} <span class="hidden">(opens in a new tab)</span></a>`
  return html`<span>${tool}</span><br>${where}`
}

const describeBlocked = (status = 403) => `Cannot be checked: it refuses programs (HTTP ${status})`

function describeNow(site: StatusSite, kind: 'up' | 'down' | 'unknown' | 'blocked'): Markup {
  const { since: changedAt, checked_seconds_ago: checkedSecondsAgo, blocked_status } = site
  const labels = { up: 'Up', down: 'Down', unknown: 'Not known', blocked: describeBlocked(blocked_status) }
  return html`<strong class="now now-${kind}">${labels[kind]}</strong>${changedAt === undefined ? '' : html` since ${renderTime(changedAt)}`}${checkedSecondsAgo === undefined ? '' : html`<br>checked ${formatAge(checkedSecondsAgo)}`}`
}

function formatAge(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60
    ? formats.relative.format(-minutes, 'minute')
    : formats.relative.format(-Math.round(minutes / 60), 'hour')
}

const windowLabels = { day: 'Day', week: 'Week', month: '30 days', quarter: '90 days' } as const

function renderUptime({ uptime: ratios, watched_since: watchedSince }: StatusSite): Markup {
  if (watchedSince === undefined) return html`–`
  const note = html`<p class="note">Counted since ${renderTime(watchedSince)}</p>`
  if (ratios.quarter === null) return note
  const names = ['day', 'week', 'month', 'quarter'] as const
  return html`${note}<dl>${names.map((name) => html`<div><dt>${windowLabels[name]}</dt><dd>${formatPercent(ratios[name])}</dd></div>`)}</dl>`
}

function renderDays({ history, id }: StatusSite, nowMs: number): Markup {
  const { days: dailyDowntime } = history
  const outages = dailyDowntime.flatMap((share, index) => (share === null || share === 0 ? [] : [{ share, index }]))
  const unknown = dailyDowntime.filter((share) => share === null).length
  const note = unknown === 0 ? '' : ` ${unknown} ${unknown === 1 ? 'day is' : 'days are'} not known.`
  if (outages.length === 0)
    return html`${renderStrip(dailyDowntime)}<p class="note">${unknown === dailyDowntime.length ? '' : 'No outage seen.'}${note}</p>`
  const getDay = (index: number) => new Date(nowMs - (dailyDowntime.length - 1 - index) * 86_400_000)
  return html`${renderStrip(dailyDowntime)}<details id="${id}-days"><summary id="${id}-days-summary">Figures<span class="hidden">: Last 90 days</span></summary><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Down</th></tr></thead><tbody>${outages.map(({ share, index }) => html`<tr><th scope="row">${formats.day.format(getDay(index))}</th><td>${formatPercent(share)}</td></tr>`)}</tbody></table><p class="note">${note}</p></details>`
}

const formatSeconds = (value: number | undefined) => (value === undefined ? '–' : `${formats.number.format(value)} s`)

function renderLoadTimes({ history, id }: StatusSite): Markup {
  const loadTimes = history.load_times.filter((loadTime) => loadTime !== null)
  const sorted = [...loadTimes].sort((first, second) => first - second)
  const rows: [string, string][] = [
    ['Checks', String(history.load_times.length)],
    ['Failed', String(history.load_times.length - loadTimes.length)],
    ['Median', formatSeconds(sorted[Math.floor(sorted.length / 2)])],
    ['Slowest', formatSeconds(sorted.at(-1))],
  ]
  return html`${renderSparkline(history.load_times)} <span class="last"><span class="hidden">Last: </span>${formatSeconds(loadTimes.at(-1))}</span><details id="${id}-load"><summary id="${id}-load-summary">Figures<span class="hidden">: Load time</span></summary><table><tbody>${rows.map(([head, value]) => html`<tr><th scope="row">${head}</th><td>${value}</td></tr>`)}</tbody></table></details>`
}

function renderOutages({ history, id }: StatusSite): Markup {
  const outages = history.outages ?? []
  if (outages.length === 0) return html``
  return html`<details id="${id}-outages"><summary id="${id}-outages-summary">Outages</summary><ul>${outages.map((outage) => html`<li>${renderTime(outage.from)} – ${outage.to === undefined ? 'still down' : html`${renderTime(outage.to)} (${formatOutageLength(outage.from, outage.to)})`}: ${formatFailure(outage)}</li>`)}</ul></details>`
}

function renderChecks({ history, id }: StatusSite): Markup {
  const checks = history.checks ?? []
  if (checks.length === 0) return html``
  return html`<details id="${id}-checks"><summary id="${id}-checks-summary">Last checks</summary><ul>${checks.map((check) => html`<li>${renderTime(check.checked_at)}: ${describeCheck(check)}</li>`)}</ul></details>`
}

function describeCheck(check: RecentCheck): string {
  if (check.outcome === 'up') return check.load_time === undefined ? 'Up' : `Up, ${formatSeconds(check.load_time)}`
  if (check.outcome === 'down') return `Down: ${formatFailure(check)}`
  return check.outcome === 'blocked' ? describeBlocked(check.status) : 'Not counted'
}

const failureTexts: Readonly<Record<FailureKind, string>> = {
  timeout: 'No answer in time',
  connection: 'No connection',
  name: 'Address not found',
  certificate: 'Certificate not valid',
  answer: 'Error answer',
  content: 'Not the right page',
  failed: 'Failed',
}

function formatFailure({ kind, status }: Pick<RecentCheck, 'kind' | 'status'>): string {
  const text = Object.entries(failureTexts).find(([name]) => name === kind)?.[1] ?? failureTexts.failed
  return `${text}${status === undefined ? '' : ` (HTTP ${status})`}`
}

function formatOutageLength(start: string, end: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 60_000))
  if (minutes < 120) return formats.minutes.format(minutes)
  return minutes < 2_880 ? formats.hours.format(minutes / 60) : formats.days.format(minutes / 1_440)
}

export function renderTime(iso: string): Markup {
  return html`<time datetime="${iso}">${formats.dateTime.format(new Date(iso))} UTC</time>`
}

/** Formats an uptime ratio as a percentage; never rounded up to 100 % or down to 0 %. */
function formatPercent(share: number | null): string {
  if (share === null) return '–'
  const rounded = share === 1 ? 1 : Math.min(0.9999, Math.max(share === 0 ? 0 : 0.0001, share))
  return formats.percent.format(rounded)
}

const height = 24
const dayWidth = 3

/** Bars of different height, not colors alone, oldest on the left. Visual only (`aria-hidden`): the figures are beside it. */
function renderStrip(dailyDowntime: readonly (number | null)[]): Markup {
  const shapes = { up: '', down: '', unknown: '' }
  let start = 0
  for (let end = 1; end <= dailyDowntime.length; end++) {
    const kind = getDayKind(dailyDowntime[start])
    if (end < dailyDowntime.length && kind === getDayKind(dailyDowntime[end]) && kind !== 'down') continue
    const top = { up: height / 2, down: 0, unknown: height - 2 }[kind]
    // Days with an outage are separated by a gap; the others are joined.
    const width = (end - start) * dayWidth - (kind === 'down' ? 1 : 0)
    shapes[kind] += `M${start * dayWidth} ${top}h${width}V${height}h${-width}z`
    start = end
  }
  const wide = dailyDowntime.length * dayWidth
  return html`<svg class="plot" viewBox="0 0 ${wide} ${height}" width="${wide}" height="${height}" aria-hidden="true" focusable="false"><path class="p-up" d="${shapes.up}"></path><path class="p-unknown" d="${shapes.unknown}"></path><path class="p-down" d="${shapes.down}"></path></svg>`
}

function getDayKind(share: number | null | undefined): 'up' | 'down' | 'unknown' {
  if (typeof share !== 'number') return 'unknown'
  return share > 0 ? 'down' : 'up'
}

const sparkWidth = 120

/** Load times, oldest on the left, from 0 to the slowest; a failed check is a gap. Visual only. */
function renderSparkline(seconds: readonly (number | null)[]): Markup {
  const slowest = Math.max(0.001, ...seconds.filter((value) => value !== null))
  const step = sparkWidth / Math.max(1, seconds.length - 1)
  let line = ''
  seconds.forEach((value, index) => {
    if (value === null) return
    const isNew = index === 0 || seconds[index - 1] === null
    const y = height - 2 - (value / slowest) * (height - 4)
    line += `${isNew ? 'M' : 'L'}${round(index * step)} ${round(y)}`
    // A single check between failed ones would be invisible.
    if (isNew && (seconds[index + 1] ?? null) === null) line += 'h1'
  })
  return html`<svg class="plot" viewBox="0 0 ${sparkWidth} ${height}" width="${sparkWidth}" height="${height}" aria-hidden="true" focusable="false"><path class="p-line" d="${line}"></path></svg>`
}

const round = (value: number) => Math.round(value * 10) / 10
