/** `voter-registration-server counts`: how many registered, by day or week and by one other value, from the receipts. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { formatCsv } from '../../contract/csv.ts'
import { addDays, getWeekday, isBefore, parseDay, toUtcMs } from '../../contract/dates.ts'
import { type CalendarDay, isoDate } from '../../contract/text.ts'
import { BffOptions } from '../options/bff-options.ts'
import { readOptionsFrom } from '../options/read-options.ts'
import { timeZone } from '../partners/partner-keys.ts'
import { readTimeZone } from '../partners/partners-file.ts'
import { countedColumns, type ReceiptStore } from '../store/store.ts'
import { requirePartner, storageDetails, withBffStorage } from './records.ts'
import { CommandError, formatTable, type Terminal } from './terminal.ts'

const details = `
Exact and up to now, for the operator. To pass numbers on, use --share: whole weeks, two days after their end; "<5" for fewer than
five; totals rounded to fives where a number is hidden. --format html writes a page with a chart. By outcome, all forwarded registrations count.`

const names = [...Object.keys(countedColumns), 'source', 'campaign', 'your own parameter such as shift'].join(', ')

interface Question {
  from?: CalendarDay
  to?: CalendarDay
  zone?: string | undefined
  by: string
  partner?: string
  share?: true
}

export function countsCommand(command: Command, { env, out }: Terminal): void {
  command
    .option('--from <day>', 'first day, for example 2026-10-01; default: Monday three weeks ago', parseDayArgument)
    .option('--to <day>', 'end, exclusive; default: tomorrow', parseDayArgument)
    .option('--zone <zone>', 'time zone of the days; default: time_zone of the partner, or TZ', parseZone)
    .option('--by <names>', `day or week, and one of ${names}`, parseNames, 'day')
    .option('--partner <name>', 'only those of one partner')
    .option('--share', 'only numbers that are safe to share')
    .addOption(new Option('--format <format>', 'output format').choices(Object.keys(formats)).default('table'))
    .addHelpText('after', `${details}${storageDetails}`)
    .action(async ({ format, ...question }: Question & { format: keyof typeof formats }) => {
      const { partner } = question
      const PartnersFile = z.pick(BffOptions, { partnersFile: true })
      const partnerZone = partner === undefined ? undefined : readTimeZone(readOptionsFrom(PartnersFile, env), partner)
      const range = completeQuestion({ zone: partnerZone, ...question }, Date.now())
      if (typeof range === 'string') throw new CommandError(range, 2)
      const counts = await withBffStorage(env, async (store) => {
        await requirePartner(partner, env, store)
        return countVoters(store.receipts, range)
      })
      out(await formats[format](counts))
    })
}

function parseDayArgument(text: string): CalendarDay {
  const day = parseDay(text)
  if (day === undefined) throw new InvalidArgumentError('It is not a day such as 2026-10-01.')
  return day
}

function parseZone(text: string): string {
  if (timeZone().safeParse(text).success) return text
  throw new InvalidArgumentError('It is not a time zone such as America/Chicago.')
}

function parseNames(text: string): string {
  if (/^(?:(?:day|week)(?:,(?!(?:day|week)$)[A-Za-z][\w-]{0,39})?|[A-Za-z][\w-]{0,39})$/.test(text)) return text
  throw new InvalidArgumentError('Use one or two names, for example week,source.')
}

interface CompleteQuestion {
  firstDay: CalendarDay
  endDay: CalendarDay
  zone: string
  time: 'day' | 'week' | undefined
  dimension: string | undefined
  partner: string | undefined
  share: boolean
}

/** Fills in what a question leaves out; a sentence where it cannot be answered. */
function completeQuestion(question: Question, currentTime: number): CompleteQuestion | string {
  const { by, partner, share = false } = question
  const zone = question.zone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  const today = parseDay(createDayReader(zone)(currentTime)) ?? { year: 1970, month: 1, day: 1 }
  const [first = 'day', second] = by.split(',')
  const time = first === 'day' || first === 'week' ? first : undefined
  const dimension = time === undefined ? first : second
  if (share && time === 'day') return '--share has only whole weeks. Use --by week.'
  let firstDay = question.from ?? addDays(getMonday(today), share ? -28 : -21)
  let endDay = question.to ?? addDays(today, 1)
  if (share) {
    firstDay = getMonday(addDays(firstDay, 6))
    // A week counts from two days after its end on.
    const lastWeek = getMonday(addDays(today, -2))
    endDay = isBefore(getMonday(endDay), lastWeek) ? getMonday(endDay) : lastWeek
  }
  if (!isBefore(firstDay, endDay))
    return `--to must be ${share ? 'a week that has ended two days ago' : 'a day'} after --from: ${isoDate(firstDay)} up to ${isoDate(endDay)} is nothing.`
  return { firstDay, endDay, zone, time: share ? 'week' : time, dimension, partner, share }
}

interface Counts extends CompleteQuestion {
  columns: string[]
  rows: { values: string[]; count: number | '<5' }[]
}

/** Counts by period: one GROUP BY for each day or week, or for all days together. */
async function countVoters(receipts: Pick<ReceiptStore, 'count'>, question: CompleteQuestion): Promise<Counts> {
  const { time, dimension, partner, share } = question
  const column = dimension === 'campaign' ? 'utm_campaign' : dimension
  const groupBy = [...(column === undefined ? [] : [column]), ...(partner === undefined ? [] : ['partner'])]
  const outcome = dimension === 'outcome' ? undefined : 'answered'
  const rows: Counts['rows'] = []
  for (const { name, ...range } of listPeriods(question)) {
    const cells = new Map<string, number>()
    for (const { values, count } of await receipts.count({ ...range, by: groupBy, outcome })) {
      if (partner !== undefined && values.at(-1) !== partner) continue
      const value = column === undefined ? '' : (values[0] ?? '(none)')
      cells.set(value, (cells.get(value) ?? 0) + count)
    }
    const total = [...cells.values()].reduce((sum, count) => sum + count, 0)
    const isHidden = (count: number) => share && count < 5
    const label = time === undefined ? [] : [name]
    if (dimension !== undefined)
      for (const [value, count] of [...cells].sort(([left], [right]) => (left < right ? -1 : 1)))
        rows.push({ values: [...label, value], count: isHidden(count) ? '<5' : count })
    const isRounded = dimension !== undefined && [...cells.values()].some(isHidden)
    const shownTotal = isHidden(total) ? '<5' : isRounded ? 5 * Math.round(total / 5) : total
    rows.push({ values: dimension === undefined ? label : [...label, '(all)'], count: shownTotal })
  }
  const columns = [...(time === undefined ? [] : [time]), ...(dimension === undefined ? [] : [dimension])]
  return { ...question, rows, columns }
}

/** Returns the days, weeks (each by its Monday) or the one period of a question, each with its start and
 *  end in milliseconds since 1970. They neither overlap nor leave gaps: days have 23 to 25 hours. */
export function listPeriods({
  firstDay,
  endDay,
  zone,
  time,
}: Pick<CompleteQuestion, 'firstDay' | 'endDay' | 'zone' | 'time'>) {
  const readLocalDay = createDayReader(zone)
  const periods: { name: string; from: number; to: number }[] = []
  let start = findStart(firstDay, readLocalDay)
  let day = firstDay
  while (isBefore(day, endDay)) {
    const monday = getMonday(day)
    const periodEnd = time === 'day' ? addDays(day, 1) : time === 'week' ? addDays(monday, 7) : endDay
    const next = isBefore(periodEnd, endDay) ? periodEnd : endDay
    const end = findStart(next, readLocalDay)
    periods.push({ name: isoDate(time === 'week' ? monday : day), from: start, to: end })
    start = end
    day = next
  }
  return periods
}

const getMonday = (day: CalendarDay) => addDays(day, -((getWeekday(day) + 6) % 7))

/** Returns the first moment of a day, to the minute: where clocks change at midnight, no hour counts twice. */
function findStart(day: CalendarDay, readLocalDay: (time: number) => string): number {
  const name = isoDate(day)
  const noon = toUtcMs(day)
  let [beforeStart, startMoment] = [noon - 15 * 3_600_000, noon + 15 * 3_600_000]
  while (startMoment - beforeStart > 60_000) {
    const middle = beforeStart + Math.floor((startMoment - beforeStart) / 120_000) * 60_000
    if (readLocalDay(middle) < name) beforeStart = middle
    else startMoment = middle
  }
  return startMoment
}

function createDayReader(zone: string): (time: number) => string {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...digits })
  return (time) => format.format(time).replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$1-$2')
}

const listCells = ({ rows }: Counts) => rows.map(({ values, count }) => [...values, String(count)])

const formats = {
  table: (counts: Counts) => formatTable([...counts.columns, 'count'], listCells(counts)),
  // A terminal shows no carriage returns.
  csv: (counts: Counts) => formatCsv([...counts.columns, 'count'], listCells(counts)).replaceAll('\r\n', '\n'),
  json: ({ columns, rows, firstDay, endDay, zone, share }: Counts) => {
    const records = rows.map(({ values, count }) => ({
      ...Object.fromEntries(columns.map((name, index) => [name, values[index]])),
      count,
    }))
    return `${JSON.stringify({ from: isoDate(firstDay), to: isoDate(endDay), zone, share, by: columns, rows: records })}\n`
  },
  html: async (counts: Counts) => String(await renderPage(counts)),
}

function renderPage({ columns, rows, firstDay, endDay, zone, share }: Counts) {
  const title = `Registrations by ${columns.join(' and ')}`
  const highest = Math.max(1, ...rows.map(({ count }) => (count === '<5' ? 0 : count)))
  const lines = rows.map(({ values: [first = '', ...cells], count }) => {
    const width = count === '<5' ? 0 : Math.round((count / highest) * 1000) / 10
    const bar = html`<svg aria-hidden="true" width="100%" height="12"><rect width="${width}%" height="12"/></svg>`
    return html`<tr><th scope="row">${first}</th>${cells.map((value) => html`<td>${value}</td>`)}<td class="number">${count}</td><td class="bar">${bar}</td></tr>
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
<p>Days of ${zone}, from ${isoDate(firstDay)} up to ${isoDate(endDay)}. ${share ? 'Whole weeks; “<5” is fewer than five, and totals next to it are rounded to fives.' : 'Exact numbers, for the operator only.'}</p>
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
