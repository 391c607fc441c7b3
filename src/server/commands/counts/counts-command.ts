/** `voter-registration-server counts`: how many registered, by day, partner, source and more; no number that tells of single voters. */
import * as z from 'zod/mini'
import { csvOf } from '../../../contract/csv.ts'
import { BffOptions } from '../../config/options.ts'
import { optionsFrom } from '../../options/read-environment.ts'
import { readTimeZone } from '../../partners/partners-file.ts'
import { unknownPartner } from '../known-partner.ts'
import { storageDetails, withBffStorage } from '../open-records.ts'
import { table } from '../table.ts'
import { createTask } from '../task.ts'
import { type Counts, completed, countVoters, dimensions, Question } from './count-voters.ts'

/** Runs `counts`; see `Task`. */
export const countsTask = createTask({
  summary: 'how many registrations the service confirmed, by day, partner, source and more',
  details: `Counts receipts of consent, one for each registration. A number under 5 is never shown, and neither is one that would give it away:
"-" in a table, empty in CSV, null in JSON; of names without a number that may be shown there is no line. Days and weeks have no
line that adds them up. Two answers together, of other days, zones or columns, can give away what each of them hides: pass on one.
${storageDetails}`,
  flags: {
    from: {
      type: 'string',
      value: 'DAY',
      what: 'from this day on, for example 2026-10-01; default: Monday three weeks ago',
    },
    to: { type: 'string', value: 'DAY', what: 'up to this day, which is not included; default: with today' },
    zone: {
      type: 'string',
      value: 'ZONE',
      what: 'the time zone of the days, such as America/Chicago; default: time_zone of the partner, else TZ',
    },
    by: {
      type: 'string',
      value: 'NAMES',
      what: `up to two of ${dimensions.filter((name) => name !== 'outcome').join(', ')}, or a parameter of yours such as shift; and outcome, which counts all that were forwarded; default: day`,
    },
    partner: { type: 'string', value: 'NAME', what: 'those of one partner' },
    format: { type: 'string', value: 'FORMAT', what: 'table, csv or json; default: table' },
  },
  async run(_words, { format = 'table', ...values }, env, { out, err, note }) {
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (write === undefined) return `--format is table, csv or json, got "${format}".`
    const question = Question.safeParse(values)
    if (!question.success) {
      const [issue] = question.error.issues
      const [name = ''] = issue?.path ?? []
      return `--${String(name)} ${issue?.message}, got "${Object.entries(values).find(([flag]) => flag === name)?.[1]}".`
    }
    const { partner } = question.data
    const own = partner === undefined ? undefined : readTimeZone(optionsFrom(PartnersFile, env), partner)
    const full = completed({ zone: own, ...question.data }, Date.now())
    if (full.to <= full.from) return `--to must be a day after --from: ${full.from} up to ${full.to} is no day.`
    const counts = await withBffStorage(env, async (store) => {
      return (await unknownPartner(partner, env, store)) ?? countVoters(store.receipts, full)
    })
    if (typeof counts === 'string') {
      err(counts)
      return 1
    }
    out(write(counts))
    note(
      `Days of ${counts.zone}, from ${counts.from} up to ${counts.to}. - or no line: under 5, or it would give one away.\n`,
    )
    return 0
  },
})

const PartnersFile = z.pick(BffOptions, { partnersFile: true })

const formats: Readonly<Record<string, (counts: Counts) => string>> = {
  table: ({ by, rows }) =>
    table(
      [...by, 'count'],
      rows.map(({ values, count }) => [...values, count ?? '-']),
    ),
  // A terminal shows no carriage returns.
  csv: (counts) => countsCsv(counts).replaceAll('\r\n', '\n'),
  json: ({ rows, by, ...rest }) =>
    `${JSON.stringify({
      ...rest,
      by,
      rows: rows.map(({ values, count }) => ({
        ...Object.fromEntries(by.map((name, at) => [name, values[at]])),
        count: count ?? null,
      })),
    })}\n`,
}

/** Writes an answer as CSV, a number that is not shown as an empty cell. */
export function countsCsv({ by, rows }: Counts): string {
  return csvOf(
    [...by, 'count'],
    rows.map(({ values, count }) => [...values, count]),
  )
}
