/** Renders sites as a table: one row each, the plots beside their figures. */
import { html } from 'hono/html'
import type { ShownCheck, SiteHistory } from '../../contract/shown-sites.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import { formats } from './formats.ts'
import type { StatusSite } from './known-sites.ts'
import { words } from './texts.ts'

/** The result type of a template. */
export type Markup = ReturnType<typeof html>

/** Renders a table of sites. Roles are explicit, since the style sheet turns the rows into boxes on narrow screens. */
export function siteTable(sites: readonly StatusSite[], labelledBy: string, now: number): Markup {
  const { columns } = words
  const heads = [columns.state, columns.tool, columns.now, columns.share, columns.days, columns.load]
  return html`<table role="table" aria-labelledby="${labelledBy}"><thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead><tbody role="rowgroup">${sites.map((site) => row(site, now))}</tbody></table>`
}

function row(site: StatusSite, now: number): Markup {
  const { columns } = words
  const kind = site.up === undefined ? (site.refused === undefined ? 'unknown' : 'refused') : site.up ? 'up' : 'down'
  return html`<tr role="row" class="is-${kind}" data-site="${site.id}"><th role="rowheader" scope="row">${nameOf(site)}</th>${cell(columns.tool, link(site))}${cell(columns.now, nowOf(site, kind))}${cell(columns.share, shares(site))}${cell(columns.days, html`${days(site, now)}${outageList(site)}`)}${cell(columns.load, html`${loads(site)}${checkList(site)}`)}</tr>
`
}

const cell = (label: string, content: unknown) =>
  html`<td role="cell"><span class="label" aria-hidden="true">${label}</span><div>${content}</div></td>
`

/** Returns the name of the state. */
export function nameOf({ state }: Pick<StatusSite, 'state'>): string {
  return isStateCode(state) ? states[state] : words.noState
}

/** Renders the site's tool and host. */
function link({ url, tool, id }: StatusSite): Markup {
  const href = safeLink(url)
  const host = URL.canParse(url) ? new URL(url).host : url
  const where =
    href === undefined
      ? html`${host}`
      : html`<a id="${id}-link" href="${href}" target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">${host} <span class="hidden">${words.newTab}</span></a>`
  return html`<span>${tool}</span><br>${where}`
}

function nowOf(site: StatusSite, kind: 'up' | 'down' | 'unknown' | 'refused'): Markup {
  const { since, checked_seconds_ago: checked, refused } = site
  const says = { up: words.up, down: words.isDown, unknown: words.unknown, refused: words.refused(refused ?? 403) }[
    kind
  ]
  return html`<strong class="now now-${kind}">${says}</strong>${since === undefined ? '' : html` ${words.since} ${moment(since)}`}${checked === undefined ? '' : html`<br>${words.checked(checked)}`}`
}

function shares({ shares: all, watched_since: since }: StatusSite): Markup {
  if (since === undefined) return html`–`
  const watched = html`<p class="note">${words.watchedSince} ${moment(since)}</p>`
  if (all.quarter === null) return watched
  const names = ['day', 'week', 'month', 'quarter'] as const
  return html`${watched}<dl>${names.map((name) => html`<div><dt>${words.shares[name]}</dt><dd>${percent(all[name])}</dd></div>`)}</dl>`
}

function days({ history, id }: StatusSite, now: number): Markup {
  const { days: all } = history
  const outages = all.flatMap((share, index) => (share === null || share === 0 ? [] : [{ share, index }]))
  const unknown = all.filter((share) => share === null).length
  const note = unknown === 0 ? '' : html` ${words.daysUnknown(unknown)}`
  if (outages.length === 0)
    return html`${strip(all)}<p class="note">${unknown === all.length ? '' : words.noOutage}${note}</p>`
  const dayOf = (index: number) => new Date(now - (all.length - 1 - index) * 86_400_000)
  return html`${strip(all)}<details id="${id}-days"><summary id="${id}-days-summary">${words.figures}<span class="hidden">: ${words.columns.days}</span></summary><table><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.downShare}</th></tr></thead><tbody>${outages.map(({ share, index }) => html`<tr><th scope="row">${day(dayOf(index))}</th><td>${percent(share)}</td></tr>`)}</tbody></table><p class="note">${note}</p></details>`
}

const inSeconds = (value: number | undefined) => (value === undefined ? '–' : `${number(value)} s`)

function loads({ history, id }: StatusSite): Markup {
  const good = history.load_times.filter((each) => each !== null)
  const sorted = [...good].sort((one, other) => one - other)
  const rows: [string, string][] = [
    [words.load.checks, String(history.load_times.length)],
    [words.load.failed, String(history.load_times.length - good.length)],
    [words.load.median, inSeconds(sorted[Math.floor(sorted.length / 2)])],
    [words.load.slowest, inSeconds(sorted.at(-1))],
  ]
  return html`${sparkline(history.load_times)} <span class="last"><span class="hidden">${words.load.last}: </span>${inSeconds(lastOf(history))}</span><details id="${id}-load"><summary id="${id}-load-summary">${words.figures}<span class="hidden">: ${words.columns.load}</span></summary><table><tbody>${rows.map(([head, value]) => html`<tr><th scope="row">${head}</th><td>${value}</td></tr>`)}</tbody></table></details>`
}

function outageList({ history, id }: StatusSite): Markup {
  const all = history.outages ?? []
  if (all.length === 0) return html``
  return html`<details id="${id}-outages"><summary id="${id}-outages-summary">${words.outages}</summary><ul>${all.map((one) => html`<li>${moment(one.from)} – ${one.to === undefined ? words.lasts : html`${moment(one.to)} (${duration(one.from, one.to)})`}: ${kindText(one)}</li>`)}</ul></details>`
}

function checkList({ history, id }: StatusSite): Markup {
  const all = history.checks ?? []
  if (all.length === 0) return html``
  return html`<details id="${id}-checks"><summary id="${id}-checks-summary">${words.checks}</summary><ul>${all.map((one) => html`<li>${moment(one.at)}: ${checkText(one)}</li>`)}</ul></details>`
}

function checkText(one: ShownCheck): string {
  if (one.is === 'up') return one.load_time === undefined ? words.up : `${words.up}, ${number(one.load_time)} s`
  if (one.is === 'down') return `${words.isDown}: ${kindText(one)}`
  return one.is === 'refused' ? words.refused(one.status ?? 403) : words.unclear
}

/** Returns the text for the kind of failure. */
function kindText({ kind = 'failed', status }: Pick<ShownCheck, 'kind' | 'status'>): string {
  const kinds: Readonly<Record<string, string>> = words.kinds
  const says = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return `${says ?? words.kinds.failed}${status === undefined ? '' : ` (HTTP ${status})`}`
}

function duration(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 120) return formats.minutes.format(minutes)
  return minutes < 2_880 ? formats.hours.format(minutes / 60) : formats.days.format(minutes / 1_440)
}

function lastOf({ load_times }: SiteHistory): number | undefined {
  return load_times.filter((each) => each !== null).at(-1)
}

/** Renders a time in UTC. */
export function moment(iso: string): Markup {
  return html`<time datetime="${iso}">${utc(iso)} UTC</time>`
}

const utc = (iso: string) => formats.moment.format(new Date(iso))

const day = (date: Date) => formats.day.format(date)

const number = (value: number) => formats.number.format(value)

/** Formats an uptime ratio as a percentage; never rounded up to 100 % or down to 0 %. */
function percent(share: number | null): string {
  if (share === null) return '–'
  const rounded = share === 1 ? 1 : Math.min(0.9999, Math.max(share === 0 ? 0 : 0.0001, share))
  return formats.percent.format(rounded)
}

const height = 24
const dayWidth = 3

/**
 * Renders a strip of days, oldest on the left. A day without an outage is a low bar, one with an outage a high one, and an
 * unknown one a line: shapes, not colors alone. Visual only (`aria-hidden`): the figures are beside it.
 *
 * @param all the share of each day that the site was down, or `null`
 */
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

/**
 * Renders load times as a line, oldest on the left, from 0 to the slowest; a failed check is a gap. Visual only.
 *
 * @param seconds of each check, or `null`
 */
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
