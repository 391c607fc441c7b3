/** `voter-registration-server counts`: how many registered, by day or week and by one other value, from the receipts. */
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { addDays, readDay } from '../../contract/calendar-day.ts'
import { csvOf } from '../../contract/csv.ts'
import { isoDate } from '../../contract/text.ts'
import { BffOptions } from '../config/options.ts'
import { timeZone } from '../options/option.ts'
import { optionsFrom } from '../options/read-environment.ts'
import { readTimeZone } from '../partners/partners-file.ts'
import { countedColumns, type ReceiptStore } from '../store/store.ts'
import { dayAt, daysInZone, mondayOf, type ZoneDay } from './days-in-zone.ts'
import { unknownPartner } from './known-partner.ts'
import { storageDetails, withBffStorage } from './open-records.ts'
import { table } from './table.ts'
import { createTask } from './task.ts'

const dimensions = [...Object.keys(countedColumns), 'source', 'campaign']

/** Runs `counts`; see `Task`. */
export const countsTask = createTask({
  summary: 'how many registrations the service confirmed, by day or week and one other value',
  details: `Exact and up to now, for the operator. To pass numbers on, use --share: whole weeks, each from two days after its end; "<5" for fewer than
five; totals rounded to fives where a number is hidden. --format html writes a page with a chart. By outcome, all that were forwarded count.
${storageDetails}`,
  flags: {
    from: { type: 'string', value: 'DAY', what: 'from this day on, as in 2026-10-01; default: Monday three weeks ago' },
    to: { type: 'string', value: 'DAY', what: 'up to this day, which is not included; default: with today' },
    zone: { type: 'string', value: 'ZONE', what: 'time zone of the days; default: time_zone of the partner, else TZ' },
    by: {
      type: 'string',
      value: 'NAMES',
      what: `day or week, and one of ${dimensions.join(', ')} or a parameter of yours such as shift; default: day`,
    },
    partner: { type: 'string', value: 'NAME', what: 'those of one partner' },
    share: { type: 'boolean', what: 'only numbers that may be passed on' },
    format: { type: 'string', value: 'FORMAT', what: 'table, csv, json or html; default: table' },
  },
  async run(_words, { format = 'table', share = false, ...values }, env, { out, err }) {
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (write === undefined) return `--format is none of ${Object.keys(formats).join(', ')}, got "${format}".`
    const parsed = Question.safeParse(values)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const name = String(issue?.path[0])
      return `--${name} ${issue?.message}, got "${Object.entries(values).find(([flag]) => flag === name)?.[1]}".`
    }
    const { partner } = parsed.data
    const partnerZone = partner === undefined ? undefined : readTimeZone(optionsFrom(PartnersFile, env), partner)
    const question = completeQuestion({ zone: partnerZone, ...parsed.data }, { share, now: Date.now() })
    if (typeof question === 'string') return question
    const counts = await withBffStorage(env, async (store) => {
      return (await unknownPartner(partner, env, store)) ?? countVoters(store.receipts, question)
    })
    if (typeof counts === 'string') {
      err(counts)
      return 1
    }
    out(await write(counts))
    return 0
  },
})

const PartnersFile = z.pick(BffOptions, { partnersFile: true })
const isDay = z.refine<string>((text) => readDay(text) !== undefined, 'is not a day such as 2026-10-01')
const Question = z.object({
  from: z.optional(z.string().check(isDay)),
  to: z.optional(z.string().check(isDay)),
  zone: z.optional(timeZone()),
  by: z.prefault(
    z
      .string()
      .check(
        z.regex(
          /^(?:(?:day|week)(?:,(?!(?:day|week)$)[A-Za-z][\w-]{0,39})?|[A-Za-z][\w-]{0,39})$/,
          'is not one or two names such as week,source',
        ),
      ),
    'day',
  ),
  partner: z.optional(z.string()),
})
type Question = z.infer<typeof Question>

/** A question without gaps. */
interface CompleteQuestion {
  from: string
  to: string
  zone: string
  time: 'day' | 'week' | undefined
  dimension: string | undefined
  partner: string | undefined
  /** Whether small numbers are hidden. */
  share: boolean
}

/** Fills in what a question leaves out; a sentence where it cannot be answered. */
function completeQuestion(
  { from, to, by, partner, ...question }: Question,
  { share, now }: { share: boolean; now: number },
): CompleteQuestion | string {
  const zone = question.zone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  const today = readDay(dayAt(now, zone)) ?? { year: 1970, month: 1, day: 1 }
  const [first = 'day', second] = by.split(',')
  const time = first === 'day' || first === 'week' ? first : undefined
  const dimension = time === undefined ? first : second
  if (share && time === 'day') return '--share has whole weeks only: use --by week.'
  const start = readDay(from ?? '') ?? addDays(mondayOf(today), share ? -28 : -21)
  const end = readDay(to ?? '') ?? addDays(today, 1)
  // With --share a week counts from two days after its end on.
  const weeks = share ? [mondayOf(addDays(start, 6)), mondayOf(addDays(today, -2))] : [start, end]
  const [firstDay, lastDay] = weeks.map((day) => isoDate(day ?? today))
  const limit = share && isoDate(mondayOf(end)) < (lastDay ?? '') ? isoDate(mondayOf(end)) : lastDay
  if (firstDay === undefined || limit === undefined || limit <= firstDay)
    return `--to must be ${share ? 'a week that has ended two days ago' : 'a day'} after --from: ${firstDay} up to ${limit} is nothing.`
  return { from: firstDay, to: limit, zone, time: share ? 'week' : time, dimension, partner, share }
}

/** An answer. */
interface Counts extends CompleteQuestion {
  columns: string[]
  rows: { values: string[]; count: number | '<5' }[]
}

/** Counts by period: one GROUP BY for each day or week, or for all days together. */
async function countVoters(receipts: Pick<ReceiptStore, 'count'>, question: CompleteQuestion): Promise<Counts> {
  const { from, to, zone, time, dimension, partner, share } = question
  const periods = new Map<string, Pick<ZoneDay, 'from' | 'to'>>()
  for (const day of daysInZone(from, to, zone)) {
    const name = time === 'day' ? day.day : time === 'week' ? day.week : ''
    periods.set(name, { from: periods.get(name)?.from ?? day.from, to: day.to })
  }
  const column = dimension === 'campaign' ? 'utm_campaign' : dimension
  const by = [...(column === undefined ? [] : [column]), ...(partner === undefined ? [] : ['partner'])]
  const outcome = dimension === 'outcome' ? undefined : 'answered'
  const rows: Counts['rows'] = []
  for (const [period, range] of periods) {
    const counted = await receipts.count({ ...range, by, outcome })
    const cells = new Map<string, number>()
    for (const { values, count } of counted) {
      if (partner !== undefined && values.at(-1) !== partner) continue
      const value = column === undefined ? '' : (values[0] ?? '(none)')
      cells.set(value, (cells.get(value) ?? 0) + count)
    }
    const total = [...cells.values()].reduce((sum, count) => sum + count, 0)
    const isHidden = (count: number) => share && count < 5
    const label = time === undefined ? [] : [period]
    if (dimension !== undefined)
      for (const [value, count] of [...cells].sort(([one], [other]) => (one < other ? -1 : 1)))
        rows.push({ values: [...label, value], count: isHidden(count) ? '<5' : count })
    const isRounded = dimension !== undefined && [...cells.values()].some(isHidden)
    const shownTotal = isHidden(total) ? '<5' : isRounded ? 5 * Math.round(total / 5) : total
    rows.push({ values: dimension === undefined ? label : [...label, '(all)'], count: shownTotal })
  }
  return {
    ...question,
    rows,
    columns: [...(time === undefined ? [] : [time]), ...(dimension === undefined ? [] : [dimension])],
  }
}

const formats: Readonly<Record<string, (counts: Counts) => string | Promise<string>>> = {
  table: ({ columns, rows }) =>
    table(
      [...columns, 'count'],
      rows.map(({ values, count }) => [...values, String(count)]),
    ),
  // A terminal shows no carriage returns.
  csv: ({ columns, rows }) =>
    csvOf(
      [...columns, 'count'],
      rows.map(({ values, count }) => [...values, count]),
    ).replaceAll('\r\n', '\n'),
  json: ({ columns, rows, from, to, zone, share }) => {
    const named = rows.map(({ values, count }) => ({
      ...Object.fromEntries(columns.map((name, index) => [name, values[index]])),
      count,
    }))
    return `${JSON.stringify({ from, to, zone, share, by: columns, rows: named })}\n`
  },
  html: async (counts) => String(await renderPage(counts)),
}

function renderPage({ columns, rows, from, to, zone, share }: Counts) {
  const title = `Registrations by ${columns.join(' and ')}`
  const highest = Math.max(1, ...rows.map(({ count }) => (count === '<5' ? 0 : count)))
  const lines = rows.map(({ values: [first = '', ...others], count }) => {
    const width = count === '<5' ? 0 : Math.round((count / highest) * 1000) / 10
    const bar = html`<svg aria-hidden="true" width="100%" height="12"><rect width="${width}%" height="12"/></svg>`
    return html`<tr><th scope="row">${first}</th>${others.map((value) => html`<td>${value}</td>`)}<td class="number">${count}</td><td class="bar">${bar}</td></tr>
`
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>Days of ${zone}, from ${from} up to ${to}. ${share ? 'Whole weeks; “<5” is fewer than five, and totals beside it are rounded to fives.' : 'Exact numbers, for the operator only.'}</p>
<table>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col" class="number">registrations</th><td></td></tr></thead>
<tbody>
${lines}
</tbody>
</table>
</main>
</body>
</html>
`
}

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:1.5rem;background:Canvas;color:CanvasText}
table{border-collapse:collapse}
th,td{text-align:start;font-weight:400;padding:.125rem .75rem .125rem 0;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas)}
thead th{font-weight:600}
.number{text-align:end;font-variant-numeric:tabular-nums}
.bar{width:min(40vw,30rem)}
rect{fill:#2a6fb0}
@media (forced-colors:active){rect{fill:CanvasText}}`
