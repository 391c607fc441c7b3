/** Counts of registrations from the receipts, without numbers that tell of single voters. */
import * as z from 'zod/mini'
import { addDays, readDay } from '../../../contract/calendar-day.ts'
import { isoDate } from '../../../contract/text.ts'
import { timeZone } from '../../options/option.ts'
import { countedColumns, type ReceiptStore } from '../../store/store.ts'
import { dayAt, daysInZone, mondayOf } from './days-in-zone.ts'
import { suppressTable } from './suppress.ts'

/** What can be counted by, besides the partner's own parameters. */
export const dimensions = ['day', 'week', ...Object.keys(countedColumns), 'source', 'utm_campaign']

const day = z.string().check(z.refine((text) => readDay(text) !== undefined, 'is not a day such as 2026-10-01'))

/** Splits `day,source`. */
const names = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((name) => (name.trim() === 'campaign' ? 'utm_campaign' : name.trim()))),
  ),
  z.array(z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/, 'is not a list of names such as day,source'))).check(
    z.refine((by) => new Set(by).size === by.length, 'has a name twice'),
    z.refine((by) => by.filter((name) => name !== 'outcome').length <= 2, 'has more than two names, besides outcome'),
    z.refine((by) => !(by.includes('day') && by.includes('week')), 'has day and week: every day has its week'),
  ),
)

/** A question, as flags or in an address. */
export const Question = z.object({
  from: z.optional(day),
  to: z.optional(day),
  zone: z.optional(timeZone()),
  by: z.optional(names),
  partner: z.optional(z.string()),
})
export type Question = z.infer<typeof Question>

/** A question with what it leaves out. */
export interface FullQuestion {
  from: string
  to: string
  zone: string
  by: string[]
  /** Only those of one partner. */
  partner: string | undefined
}

/** The value of a row that adds up all of a column. */
export const all = '(all)'

/** An answer. Of the rows by value only those that may be shown are there. */
export interface Counts extends FullQuestion {
  rows: { values: string[]; count: number | undefined }[]
}

/** Fills in what a question leaves out: the zone of this process, the last four weeks with today, by day. */
export function completed({ from, to, zone, by, partner }: Question, now: number): FullQuestion {
  const where = zone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  const today = readDay(dayAt(now, where)) ?? { year: 1970, month: 1, day: 1 }
  return {
    from: from ?? isoDate(addDays(mondayOf(today), -21)),
    to: to ?? isoDate(addDays(today, 1)),
    zone: where,
    by: by ?? ['day'],
    partner,
  }
}

/** Numbers by row and column: of one outcome, and of one week if there are days or weeks. Nothing is added up across blocks. */
interface Block {
  outcome: string
  week: string
  numbers: Map<string, Map<string, number>>
}

/** What rows and columns are: by time there are always the days of a week. */
interface Shape {
  time: string | undefined
  row: string | undefined
  column: string | undefined
  isByOutcome: boolean
}

/**
 * Counts the registrations that the service confirmed; by `outcome` all that were forwarded, each outcome by itself. Asks for one
 * day after the other, so that a server that answers this keeps answering voters.
 *
 * @param decide decides what is shown of a table; tests pass a function that shows everything
 */
export async function countVoters(
  receipts: Pick<ReceiptStore, 'count'>,
  question: FullQuestion,
  decide: typeof suppressTable = suppressTable,
): Promise<Counts> {
  const { by } = question
  const time = by.find((name) => name === 'day' || name === 'week')
  const others = by.filter((name) => name !== time && name !== 'outcome')
  const [row, column] = time === undefined ? others : [time, ...others]
  const shape = { time, row, column, isByOutcome: by.includes('outcome') }
  const rows: Counts['rows'] = []
  for (const block of await blocksOf(receipts, question, others, shape))
    for (const line of linesOf(block, shape, decide)) {
      const value = (name: string) => (name === 'outcome' ? block.outcome : name === row ? line.row : line.column)
      rows.push({ values: by.map(value), count: line.count })
    }
  return { ...question, rows }
}

async function blocksOf(
  receipts: Pick<ReceiptStore, 'count'>,
  { from, to, zone, partner }: FullQuestion,
  others: readonly string[],
  { time, isByOutcome }: Shape,
): Promise<Block[]> {
  const blocks = new Map<string, Block>()
  const rowOf = (outcome: string, week: string, row: string) => {
    const block = blocks.get(`${outcome} ${week}`) ?? { outcome, week, numbers: new Map<string, Map<string, number>>() }
    blocks.set(`${outcome} ${week}`, block)
    const numbers = block.numbers.get(row) ?? new Map<string, number>()
    block.numbers.set(row, numbers)
    return numbers
  }
  const counted = [...others, ...(isByOutcome ? ['outcome'] : []), ...(partner === undefined ? [] : ['partner'])]
  for (const each of daysInZone(from, to, zone)) {
    const week = time === undefined ? '' : each.week
    if (time !== undefined && !isByOutcome) rowOf('answered', week, each.day)
    const outcome = isByOutcome ? undefined : 'answered'
    for (const { values, count } of await receipts.count({ from: each.from, to: each.to, by: counted, outcome })) {
      if (partner !== undefined && values.at(-1) !== partner) continue
      const labels = values.slice(0, others.length).map((value) => value ?? '(none)')
      const [row = '', column = ''] = time === undefined ? labels : [each.day, ...labels]
      const numbers = rowOf(outcome ?? values[others.length] ?? '', week, row)
      numbers.set(column, (numbers.get(column) ?? 0) + count)
    }
  }
  return [...blocks.values()].sort((one, other) => compare(one.outcome, other.outcome) || compare(one.week, other.week))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

interface Line {
  row: string
  column: string
  count: number | undefined
}

/** Returns the lines of a block: of days and weeks all, with a count or without, otherwise those that have one. */
function linesOf({ week, numbers }: Block, { time, row, column }: Shape, decide: typeof suppressTable): Line[] {
  const rows = [...numbers.keys()].sort(compare)
  const columns = [...new Set([...numbers.values()].flatMap((line) => [...line.keys()]))].sort(compare)
  const cells = rows.map((name) => columns.map((of) => numbers.get(name)?.get(of) ?? 0))
  const list = column === undefined ? cells.map((line) => line.slice(0, 1)) : cells
  const shown = decide(list.map((line) => (line.length === 0 ? [0] : line)))
  const named = (name: string, counts: readonly (number | undefined)[]) =>
    column === undefined ? [] : counts.map((count, at) => ({ row: name, column: columns[at] ?? '', count }))
  const total = { row: time === 'week' ? week : all, column: all, count: shown.total }
  const isShown = ({ count }: Line) => count !== undefined
  if (time === 'week' || row === undefined) return [total, ...named(week, shown.columns).filter(isShown)]
  const lines = rows.flatMap((name, at) => {
    const sum = { row: name, column: all, count: shown.rows[at] }
    return [
      ...(time === undefined ? [sum].filter(isShown) : [sum]),
      ...named(name, shown.cells[at] ?? []).filter(isShown),
    ]
  })
  return time === 'day' ? lines : [...lines, ...named(all, shown.columns).filter(isShown), total]
}
