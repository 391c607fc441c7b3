/** `voter-registration-server outbox`: lists click reports and retries failed ones while a BFF is running. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ClickRow, type ClickState, clickStates, type Store } from '../store/store.ts'
import { readRows, storageDetails, withBffStorage } from './records.ts'
import { CommandError, formatTable, formatTime, type Terminal } from './terminal.ts'

type Clicks = Store['clicks']

export function outboxCommand(outbox: Command, terminal: Terminal): void {
  const { env, out } = terminal
  const withClicks = (use: (clicks: Clicks) => Promise<void>) => withBffStorage(env, ({ clicks }) => use(clicks))
  const addCommand = (usage: string, summary: string) =>
    outbox.command(usage).description(summary).addHelpText('after', storageDetails)

  addCommand('list', 'lists clicks, oldest first; delivered ones are stored for an hour')
    .addOption(createStateOption())
    .option('--limit <n>', 'maximum, 1 to 10000', toWholeNumber(1, 10_000), 50)
    .option('--after <id>', 'only those after this one', toWholeNumber(0), 0)
    .option('--json', 'for programs')
    .action((options: { state?: ClickState; limit: number; after: number; json?: true }) =>
      withClicks(async (clicks) => {
        const { json, limit, after, state } = options
        const rows = await clicks.list({ limit, after, state })
        out(json ? toJson(rows.map(toPlainRow)) : await formatRows(rows, limit, clicks))
      }),
    )

  addCommand('show', 'prints one click with its event')
    .argument('<id>', 'its number', toWholeNumber(1))
    .option('--json', 'as JSON')
    .action((id: number, { json }: { json?: true }) =>
      withClicks(async (clicks) => {
        const row = await clicks.get(id)
        if (row === undefined)
          throw new CommandError(`There is no click ${id}. Delivered clicks are stored for an hour.`, 1)
        const fields = toPlainRow(row)
        const lines = Object.entries(fields).map(([name, value]) => [name, String(value ?? '-')])
        out(json ? toJson(fields) : formatTable(['what', 'value'], lines))
      }),
    )

  const retry = addCommand(
    'retry',
    'sends failed click reports again; unknown ones, which may have counted, only by ID',
  )
    .argument('[id...]', 'their numbers', (id, previousIds: readonly number[] | undefined) => [
      ...(previousIds ?? []),
      toWholeNumber(1)(id),
    ])
    .option('--all', 'all failed ones')
    .option('--json', 'for programs')
    .action((ids: number[] = [], { all, json }: { all?: true; json?: true }) => {
      if ((all ?? false) === ids.length > 0) retry.error('retry needs the numbers of clicks, or --all.')
      return withClicks(async (clicks) => {
        const retried = await clicks.retry(all ? 'all' : ids, Date.now())
        const clicksAre = retried === 1 ? 'click is' : 'clicks are'
        out(
          json
            ? `${JSON.stringify({ retried })}\n`
            : `${retried} ${clicksAre} pending again; the running BFF sends within a second.\n`,
        )
        if (retried < ids.length) terminal.exitCode = 1
      })
    })

  addCommand('export', 'prints every click with its event, one JSON object per line')
    .addOption(createStateOption())
    .action(({ state }: { state?: ClickState }) =>
      withClicks(async (clicks) => {
        const page = (last?: ClickRow) => clicks.list({ state, after: last?.id ?? 0, limit: 500 })
        for await (const row of readRows(page, terminal, 'clicks')) out(`${JSON.stringify(toPlainRow(row))}\n`)
      }),
    )
}

const createStateOption = () => new Option('--state <state>', 'only those with this state').choices(clickStates)

function toWholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isSafeInteger(number) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is not a whole number from ${min} to ${max}.`)
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

function toPlainRow({ accepted_at, next_attempt_at, last_attempt_at, ...row }: ClickRow) {
  return {
    ...row,
    accepted_at: formatTime(accepted_at),
    next_attempt_at: row.state === 'waiting' ? formatTime(next_attempt_at) : null,
    last_attempt_at: formatTime(last_attempt_at),
  }
}

async function formatRows(rows: readonly ClickRow[], limit: number, clicks: Clicks): Promise<string> {
  const { waiting, failed, unknown, oldestAt } = await clicks.depth()
  const oldestText = oldestAt === undefined ? '' : `, the oldest since ${formatTime(oldestAt)}`
  const sum = `${waiting} waiting${oldestText}; ${failed} failed, ${unknown} unknown.\n`
  if (rows.length === 0) return `No clicks to show. ${sum}`
  const lines = rows
    .map(toPlainRow)
    .map(({ id, state, attempts, accepted_at, next_attempt_at, reference, ...last }) => {
      const answer = last.last_status ?? last.last_cause ?? '-'
      return [id, state, attempts, accepted_at ?? '', next_attempt_at ?? '-', answer, reference]
    })
  const nextPage = rows.length === limit ? `More: --after ${rows.at(-1)?.id}\n` : ''
  return `${formatTable(['id', 'state', 'attempts', 'accepted', 'next attempt', 'last answer', 'reference'], lines)}\n${sum}${nextPage}`
}
