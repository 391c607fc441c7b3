/** `/counts` beside the metrics: the numbers of `counts` as a page with a chart, and as CSV. */
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { addDays, isBefore, readDay, weekdayOf } from '../../../contract/calendar-day.ts'
import { isoDate } from '../../../contract/text.ts'
import type { MetricsPage } from '../../observability/metrics-page.ts'
import { countedColumns, type ReceiptStore } from '../../store/store.ts'
import { all, type Counts, completed, countVoters } from './count-voters.ts'
import { countsCsv } from './counts-command.ts'
import { dayAt, mondayOf } from './days-in-zone.ts'

/** The weeks of a page by day, and by week, if the address does not say how many. The running week is not among them: who looks
 *  on two days would learn the number of one. */
const usual = { day: 4, week: 12 }

const monday = z.string().check(
  z.refine((text) => {
    const day = readDay(text)
    return day !== undefined && weekdayOf(day) === 1
  }, 'is not a Monday such as 2026-10-05'),
)

/**
 * Creates the page. It offers whole weeks that have ended and their days, by one other value at most, in the time zone of this
 * process: no small number can be derived from its tables by the same value together, on whatever days one looks. Parameters: `by`
 * (`day`, `week`), `and` (a value), `from` (a Monday), `weeks` (1 to 53), `format` (`csv`).
 *
 * @param parameters the partner's own campaign parameters
 */
export function createCountsPage(
  receipts: Pick<ReceiptStore, 'count'>,
  parameters: readonly string[] = [],
  now: () => number = Date.now,
): MetricsPage {
  const offered = [...Object.keys(countedColumns), 'source', 'utm_source', 'utm_campaign', ...parameters]
  const Asked = z.object({
    by: z.prefault(z.enum(['day', 'week'], 'is not day or week'), 'day'),
    and: z.prefault(z.enum(['', ...offered], `is not one of ${offered.join(', ')}`), ''),
    from: z.optional(monday),
    weeks: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(53))),
    format: z.optional(z.literal('csv', 'is not csv')),
  })
  return async (query) => {
    const given = [...query].filter(([, value]) => value !== '')
    const asked = Asked.safeParse(Object.fromEntries(given))
    if (!asked.success) {
      const [issue] = asked.error.issues
      return { status: 400, type: 'text/plain; charset=utf-8', text: `${String(issue?.path[0])} ${issue?.message}.\n` }
    }
    const { by, and, format } = asked.data
    const question = completed({ by: and === '' ? [by] : [by, and] }, now())
    const today = dayAt(now(), question.zone)
    const weeks = asked.data.weeks ?? usual[by]
    const running = mondayOf(readDay(today) ?? { year: 1970, month: 1, day: 1 })
    const from = readDay(asked.data.from ?? '') ?? addDays(running, -7 * weeks)
    const end = addDays(from, 7 * weeks)
    const to = isoDate(isBefore(end, running) ? end : running)
    const counts = await countVoters(receipts, { ...question, from: isoDate(from), to })
    if (format === 'csv') return { status: 200, type: 'text/csv; charset=utf-8', text: countsCsv(counts) }
    const text = String(await pageOf(counts, { by, and, weeks, offered }))
    return { status: 200, type: 'text/html; charset=utf-8', text }
  }
}

interface Choice {
  by: 'day' | 'week'
  and: string
  weeks: number
  offered: readonly string[]
}

const option = (value: string, chosen: string, label = value) =>
  html`<option value="${value}"${value === chosen ? raw(' selected') : ''}>${label}</option>`

function pageOf(counts: Counts, { by, and, weeks, offered }: Choice) {
  const csv = new URLSearchParams({
    by,
    ...(and !== '' && { and }),
    from: counts.from,
    weeks: `${weeks}`,
    format: 'csv',
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Registrations by ${by}${and === '' ? '' : ` and ${and}`}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>Registrations by ${by}${and === '' ? '' : ` and ${and}`}</h1>
<form>
<label>By <select name="by">${option('day', by)}${option('week', by)}</select></label>
<label>and <select name="and">${option('', and, 'nothing else')}${offered.map((name) => option(name, and))}</select></label>
<label>from Monday <input type="date" name="from" value="${counts.from}" step="7" min="2020-01-06"></label>
<label>Weeks <input type="number" name="weeks" value="${weeks}" min="1" max="53"></label>
<button>Show</button>
</form>
<p>${and === 'outcome' ? 'All that were forwarded to the service, each outcome by itself.' : 'Those that the service confirmed.'}
Days of ${counts.zone}, from ${counts.from} up to ${counts.to}: this week comes when it has ended. A number under 5 is not shown, nor one that would give
it away: “–”. Tables by two values, such as partner and source, can give it away together: pass on one. <a href="?${csv.toString()}" download="counts.csv">The same as CSV</a></p>
<table>
<thead><tr>${counts.by.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col" class="number">registrations</th><td></td></tr></thead>
<tbody>
${rowsOf(counts)}
</tbody>
</table>
</main>
</body>
</html>
`
}

function rowsOf({ rows }: Counts) {
  const highest = Math.max(1, ...rows.map(({ count = 0 }) => count))
  return rows.map(({ values: [time = '', ...others], count }) => {
    const width = Math.round(((count ?? 0) / highest) * 1000) / 10
    const cells = others.map((value) => html`<td>${value === all ? 'all' : value}</td>`)
    const bar = html`<svg aria-hidden="true" width="100%" height="12"><rect width="${width}%" height="12"/></svg>`
    return html`<tr><th scope="row">${time}</th>${cells}<td class="number">${count ?? '–'}</td><td class="bar">${bar}</td></tr>
`
  })
}

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:1.5rem;background:Canvas;color:CanvasText}
form{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end}
input,select,button{font:inherit;min-height:2.75rem;padding:0 .5rem}
table{border-collapse:collapse}
th,td{text-align:start;font-weight:400;padding:.125rem .75rem .125rem 0;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas)}
thead th{font-weight:600}
.number{text-align:end;font-variant-numeric:tabular-nums}
.bar{width:min(40vw,30rem)}
rect{fill:#2a6fb0}
@media (forced-colors:active){rect{fill:CanvasText}}`
