/** `voter-registration-server outbox`: lists presses and retries failed ones, beside a running BFF. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type PressRow, type PressState, pressStates, type Store } from '../store/store.ts'
import { readRows, storageDetails, withBffStorage } from './records.ts'
import { CommandError, formatTable, formatTime, type Terminal } from './terminal.ts'

type Presses = Store['presses']

export function outboxCommand(outbox: Command, terminal: Terminal): void {
  const { env, out } = terminal
  const withPresses = (use: (presses: Presses) => Promise<void>) => withBffStorage(env, ({ presses }) => use(presses))
  const addCommand = (usage: string, summary: string) =>
    outbox.command(usage).description(summary).addHelpText('after', storageDetails)

  addCommand('list', 'lists clicks, oldest first; delivered ones are stored for an hour')
    .addOption(createStateOption())
    .option('--limit <n>', 'maximum, 1 to 10000', toWholeNumber(1, 10_000), 50)
    .option('--after <id>', 'only those after this one', toWholeNumber(0), 0)
    .option('--json', 'for programs')
    .action((given: { state?: PressState; limit: number; after: number; json?: true }) =>
      withPresses(async (presses) => {
        const { json, limit, after, state } = given
        const rows = await presses.list({ limit, after, state })
        out(json ? toJson(rows.map(toPlainRow)) : await formatRows(rows, limit, presses))
      }),
    )

  addCommand('show', 'prints one click with its event')
    .argument('<id>', 'its number', toWholeNumber(1))
    .option('--json', 'for programs')
    .action((id: number, { json }: { json?: true }) =>
      withPresses(async (presses) => {
        const row = await presses.get(id)
        if (row === undefined)
          throw new CommandError(`There is no click ${id}. Delivered clicks are stored for an hour.`, 1)
        const shown = toPlainRow(row)
        const lines = Object.entries(shown).map(([name, value]) => [name, String(value ?? '-')])
        out(json ? toJson(shown) : formatTable(['what', 'value'], lines))
      }),
    )

  const retry = addCommand(
    'retry',
    'sends failed click reports again; undecided ones, which may have counted, only by ID',
  )
    .argument('[id...]', 'their numbers', (id, before: readonly number[] | undefined) => [
      ...(before ?? []),
      toWholeNumber(1)(id),
    ])
    .option('--all', 'all failed ones')
    .option('--json', 'for programs')
    .action((ids: number[] = [], { all, json }: { all?: true; json?: true }) => {
      if ((all ?? false) === ids.length > 0) retry.error('retry needs the numbers of clicks, or --all.')
      return withPresses(async (presses) => {
        const retried = await presses.retry(all ? 'all' : ids, Date.now())
        const waits = retried === 1 ? 'press waits' : 'presses wait'
        out(
          json
            ? `${JSON.stringify({ retried })}\n`
            : `${retried} ${waits} again; the running BFF delivers within a second.\n`,
        )
        if (retried < ids.length) terminal.exitCode = 1
      })
    })

  addCommand('export', 'prints every click with its event, one JSON object per line')
    .addOption(createStateOption())
    .action(({ state }: { state?: PressState }) =>
      withPresses(async (presses) => {
        const page = (last?: PressRow) => presses.list({ state, after: last?.id ?? 0, limit: 500 })
        for await (const row of readRows(page, terminal, 'presses')) out(`${JSON.stringify(toPlainRow(row))}\n`)
      }),
    )
}

const createStateOption = () => new Option('--state <state>', 'only those in this state').choices(pressStates)

function toWholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isSafeInteger(number) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is not a whole number from ${min} to ${max}.`)
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

function toPlainRow({ accepted_at, due_at, tried_at, ...row }: PressRow) {
  return {
    ...row,
    accepted_at: formatTime(accepted_at),
    due_at: row.state === 'waiting' ? formatTime(due_at) : null,
    tried_at: formatTime(tried_at),
  }
}

async function formatRows(rows: readonly PressRow[], limit: number, presses: Presses): Promise<string> {
  const { waiting, failed, undecided, oldest } = await presses.depth()
  const since = oldest === undefined ? '' : `, the oldest since ${formatTime(oldest)}`
  const sum = `${waiting} waiting${since}; ${failed} failed, ${undecided} undecided.\n`
  if (rows.length === 0) return `No clicks to show. ${sum}`
  const lines = rows.map(toPlainRow).map(({ id, state, tries, accepted_at, due_at, reference, ...last }) => {
    const answer = last.last_status ?? last.last_cause ?? '-'
    return [id, state, tries, accepted_at ?? '', due_at ?? '-', answer, reference]
  })
  const more = rows.length === limit ? `More: --after ${rows.at(-1)?.id}\n` : ''
  return `${formatTable(['id', 'state', 'tries', 'accepted', 'due', 'last answer', 'reference'], lines)}\n${sum}${more}`
}
