/** Renders sites as a table: one row each, the plots beside their figures. */
import { html } from 'hono/html'
import type { FailureKind, ShownCheck } from '../../contract/sites.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import type { StatusSite } from './known-sites.ts'

// Each is created once: to create one takes longer than to use it a hundred times. Times are in UTC.
const date = { dateStyle: 'medium', timeZone: 'UTC' } as const
const unit = { style: 'unit', unitDisplay: 'long', maximumFractionDigits: 1 } as const
const formats = {
  day: new Intl.DateTimeFormat('en', date),
  moment: new Intl.DateTimeFormat('en', { ...date, timeStyle: 'short' }),
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
export function siteTable(sites: readonly StatusSite[], labelledBy: string, now: number): Markup {
  return html`<table role="table" aria-labelledby="${labelledBy}"><thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead><tbody role="rowgroup">${sites.map((site) => row(site, now))}</tbody></table>`
}

function row(site: StatusSite, now: number): Markup {
  const kind =
    site.up === undefined ? (site.blocked_status === undefined ? 'unknown' : 'blocked') : site.up ? 'up' : 'down'
  const name = isStateCode(site.state) ? states[site.state] : 'No state'
  return html`<tr role="row" class="is-${kind}" data-site="${site.id}"><th role="rowheader" scope="row">${name}</th>${cell('Site', link(site))}${cell('Now', describeNow(site, kind))}${cell('Share of time up', renderUptime(site))}${cell('Last 90 days', html`${days(site, now)}${outageList(site)}`)}${cell('Load time', html`${loads(site)}${checkList(site)}`)}</tr>
`
}

const cell = (label: (typeof columns)[number], content: unknown) =>
  html`<td role="cell"><span class="label" aria-hidden="true">${label}</span><div>${content}</div></td>
`

function link({ url, tool, id }: StatusSite): Markup {
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
  const { since, checked_seconds_ago: checked, blocked_status } = site
  const words = { up: 'Up', down: 'Down', unknown: 'Not known', blocked: describeBlocked(blocked_status) }
  return html`<strong class="now now-${kind}">${words[kind]}</strong>${since === undefined ? '' : html` since ${moment(since)}`}${checked === undefined ? '' : html`<br>checked ${formatAge(checked)}`}`
}

function formatAge(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60
    ? formats.relative.format(-minutes, 'minute')
    : formats.relative.format(-Math.round(minutes / 60), 'hour')
}

const windows = { day: 'Day', week: 'Week', month: '30 days', quarter: '90 days' } as const

function renderUptime({ uptime: all, watched_since: since }: StatusSite): Markup {
  if (since === undefined) return html`–`
  const watched = html`<p class="note">Counted since ${moment(since)}</p>`
  if (all.quarter === null) return watched
  const names = ['day', 'week', 'month', 'quarter'] as const
  return html`${watched}<dl>${names.map((name) => html`<div><dt>${windows[name]}</dt><dd>${percent(all[name])}</dd></div>`)}</dl>`
}

function days({ history, id }: StatusSite, now: number): Markup {
  const { days: all } = history
  const outages = all.flatMap((share, index) => (share === null || share === 0 ? [] : [{ share, index }]))
  const unknown = all.filter((share) => share === null).length
  const note = unknown === 0 ? '' : ` ${unknown} ${unknown === 1 ? 'day is' : 'days are'} not known.`
  if (outages.length === 0)
    return html`${strip(all)}<p class="note">${unknown === all.length ? '' : 'No outage seen.'}${note}</p>`
  const dayOf = (index: number) => new Date(now - (all.length - 1 - index) * 86_400_000)
  return html`${strip(all)}<details id="${id}-days"><summary id="${id}-days-summary">Figures<span class="hidden">: Last 90 days</span></summary><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Down</th></tr></thead><tbody>${outages.map(({ share, index }) => html`<tr><th scope="row">${formats.day.format(dayOf(index))}</th><td>${percent(share)}</td></tr>`)}</tbody></table><p class="note">${note}</p></details>`
}

const inSeconds = (value: number | undefined) => (value === undefined ? '–' : `${formats.number.format(value)} s`)

function loads({ history, id }: StatusSite): Markup {
  const good = history.load_times.filter((each) => each !== null)
  const sorted = [...good].sort((one, other) => one - other)
  const rows: [string, string][] = [
    ['Checks', String(history.load_times.length)],
    ['Failed', String(history.load_times.length - good.length)],
    ['Median', inSeconds(sorted[Math.floor(sorted.length / 2)])],
    ['Slowest', inSeconds(sorted.at(-1))],
  ]
  return html`${sparkline(history.load_times)} <span class="last"><span class="hidden">Last: </span>${inSeconds(good.at(-1))}</span><details id="${id}-load"><summary id="${id}-load-summary">Figures<span class="hidden">: Load time</span></summary><table><tbody>${rows.map(([head, value]) => html`<tr><th scope="row">${head}</th><td>${value}</td></tr>`)}</tbody></table></details>`
}

function outageList({ history, id }: StatusSite): Markup {
  const all = history.outages ?? []
  if (all.length === 0) return html``
  return html`<details id="${id}-outages"><summary id="${id}-outages-summary">Outages</summary><ul>${all.map((one) => html`<li>${moment(one.from)} – ${one.to === undefined ? 'still down' : html`${moment(one.to)} (${duration(one.from, one.to)})`}: ${kindText(one)}</li>`)}</ul></details>`
}

function checkList({ history, id }: StatusSite): Markup {
  const all = history.checks ?? []
  if (all.length === 0) return html``
  return html`<details id="${id}-checks"><summary id="${id}-checks-summary">Last checks</summary><ul>${all.map((one) => html`<li>${moment(one.checked_at)}: ${checkText(one)}</li>`)}</ul></details>`
}

function checkText(one: ShownCheck): string {
  if (one.outcome === 'up') return one.load_time === undefined ? 'Up' : `Up, ${inSeconds(one.load_time)}`
  if (one.outcome === 'down') return `Down: ${kindText(one)}`
  return one.outcome === 'blocked' ? describeBlocked(one.status) : 'Not counted'
}

const kinds: Readonly<Record<FailureKind, string>> = {
  timeout: 'No answer in time',
  connection: 'No connection',
  name: 'Address not found',
  certificate: 'Certificate not valid',
  answer: 'Error answer',
  content: 'Not the right page',
  failed: 'Failed',
}

function kindText({ kind, status }: Pick<ShownCheck, 'kind' | 'status'>): string {
  const text = Object.entries(kinds).find(([name]) => name === kind)?.[1] ?? kinds.failed
  return `${text}${status === undefined ? '' : ` (HTTP ${status})`}`
}

function duration(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 120) return formats.minutes.format(minutes)
  return minutes < 2_880 ? formats.hours.format(minutes / 60) : formats.days.format(minutes / 1_440)
}

export function moment(iso: string): Markup {
  return html`<time datetime="${iso}">${formats.moment.format(new Date(iso))} UTC</time>`
}

/** Formats an uptime ratio as a percentage; never rounded up to 100 % or down to 0 %. */
function percent(share: number | null): string {
  if (share === null) return '–'
  const rounded = share === 1 ? 1 : Math.min(0.9999, Math.max(share === 0 ? 0 : 0.0001, share))
  return formats.percent.format(rounded)
}

const height = 24
const dayWidth = 3

/** Bars of different height, not colors alone, oldest on the left. Visual only (`aria-hidden`): the figures are beside it. */
function strip(all: readonly (number | null)[]): Markup {
  const shapes = { up: '', down: '', unknown: '' }
  let from = 0
  for (let end = 1; end <= all.length; end++) {
    const kind = kindOf(all[from])
    if (end < all.length && kind === kindOf(all[end]) && kind !== 'down') continue
    const top = { up: height / 2, down: 0, unknown: height - 2 }[kind]
    // Days with an outage are separated by a gap; the others are joined.
    const width = (end - from) * dayWidth - (kind === 'down' ? 1 : 0)
    shapes[kind] += `M${from * dayWidth} ${top}h${width}V${height}h${-width}z`
    from = end
  }
  const wide = all.length * dayWidth
  return html`<svg class="plot" viewBox="0 0 ${wide} ${height}" width="${wide}" height="${height}" aria-hidden="true" focusable="false"><path class="p-up" d="${shapes.up}"></path><path class="p-unknown" d="${shapes.unknown}"></path><path class="p-down" d="${shapes.down}"></path></svg>`
}

function kindOf(share: number | null | undefined): 'up' | 'down' | 'unknown' {
  if (typeof share !== 'number') return 'unknown'
  return share > 0 ? 'down' : 'up'
}

const sparkWidth = 120

/** Load times, oldest on the left, from 0 to the slowest; a failed check is a gap. Visual only. */
function sparkline(seconds: readonly (number | null)[]): Markup {
  const slowest = Math.max(0.001, ...seconds.filter((each) => each !== null))
  const step = sparkWidth / Math.max(1, seconds.length - 1)
  let line = ''
  seconds.forEach((each, index) => {
    if (each === null) return
    const isNew = index === 0 || seconds[index - 1] === null
    const y = height - 2 - (each / slowest) * (height - 4)
    line += `${isNew ? 'M' : 'L'}${round(index * step)} ${round(y)}`
    // A single check between failed ones would be invisible.
    if (isNew && (seconds[index + 1] ?? null) === null) line += 'h1'
  })
  return html`<svg class="plot" viewBox="0 0 ${sparkWidth} ${height}" width="${sparkWidth}" height="${height}" aria-hidden="true" focusable="false"><path class="p-line" d="${line}"></path></svg>`
}

const round = (value: number) => Math.round(value * 10) / 10
