/** The two small plots of a site as SVG, without styles of their own: a strip of days, and the times it took to load. */
import { html } from 'hono/html'

/** The type of what a template gives. */
export type Markup = ReturnType<typeof html>

const height = 24
const dayWidth = 3

/**
 * A strip of days, oldest on the left. A day without an outage is a low bar, one with an outage a high one, and one of
 * which nothing is known a line: shapes, not colors alone. For who sees it only: the figures stand beside it.
 *
 * @param days the share of each day that the site was down, or `null`
 */
export function strip(days: readonly (number | null)[]): Markup {
  const shapes = { up: '', down: '', unknown: '' }
  let from = 0
  for (let day = 1; day <= days.length; day++) {
    const kind = kindOf(days[from])
    if (day < days.length && kind === kindOf(days[day]) && kind !== 'down') continue
    const top = { up: height / 2, down: 0, unknown: height - 2 }[kind]
    // Days with an outage stand apart from each other; the others run together.
    const width = (day - from) * dayWidth - (kind === 'down' ? 1 : 0)
    shapes[kind] += `M${from * dayWidth} ${top}h${width}V${height}h${-width}z`
    from = day
  }
  const wide = days.length * dayWidth
  return html`<svg class="plot" viewBox="0 0 ${wide} ${height}" width="${wide}" height="${height}" aria-hidden="true" focusable="false"><path class="p-up" d="${shapes.up}"></path><path class="p-unknown" d="${shapes.unknown}"></path><path class="p-down" d="${shapes.down}"></path></svg>`
}

function kindOf(share: number | null | undefined): 'up' | 'down' | 'unknown' {
  if (typeof share !== 'number') return 'unknown'
  return share > 0 ? 'down' : 'up'
}

const sparkWidth = 120

/**
 * Load times as a line, oldest on the left, from 0 to the slowest; a failed check is a gap. For who sees it only.
 *
 * @param seconds of each check, or `null`
 */
export function sparkline(seconds: readonly (number | null)[]): Markup {
  const slowest = Math.max(0.001, ...seconds.filter((each) => each !== null))
  const step = sparkWidth / Math.max(1, seconds.length - 1)
  let line = ''
  seconds.forEach((each, index) => {
    if (each === null) return
    const isNew = index === 0 || seconds[index - 1] === null
    const y = height - 2 - (each / slowest) * (height - 4)
    line += `${isNew ? 'M' : 'L'}${round(index * step)} ${round(y)}`
    // A single check between failed ones would not be seen.
    if (isNew && (seconds[index + 1] ?? null) === null) line += 'h1'
  })
  return html`<svg class="plot" viewBox="0 0 ${sparkWidth} ${height}" width="${sparkWidth}" height="${height}" aria-hidden="true" focusable="false"><path class="p-line" d="${line}"></path></svg>`
}

const round = (value: number) => Math.round(value * 10) / 10
