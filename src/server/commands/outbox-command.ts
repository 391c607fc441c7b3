/** `voter-registration-server outbox`: lists waiting, delivered, failed and undecided presses, and retries failed ones. Works beside a
 *  running BFF. */
import type { Environment } from '../options/read-environment.ts'
import { type PressRow, type PressState, pressStates, type Store } from '../store/store.ts'
import { each, storageDetails, withBffStorage } from './open-records.ts'
import { showProgress } from './show-progress.ts'
import { table } from './table.ts'
import { createTask, type ExitCode, type Terminal } from './task.ts'

const json = { type: 'boolean', what: 'for programs' } as const
const stateFlag = { type: 'string', value: pressStates.join('|'), what: 'only those in this state' } as const
const details = storageDetails

/** Runs `outbox`; see {@link Task}. */
export const outboxTask = {
  list: createTask({
    summary: 'presses, oldest first; delivered ones are kept for an hour',
    details,
    flags: {
      state: stateFlag,
      limit: { type: 'string', value: 'N', what: 'at most so many, 1 to 10000 [50]' },
      after: { type: 'string', value: 'ID', what: 'those that come after this one' },
      json,
    },
    run: list,
  }),
  show: createTask({ summary: 'one press with its event', details, words: '<id>', flags: { json }, run: show }),
  retry: createTask({
    summary: 'makes failed presses wait again; undecided ones, which may have counted, only by ID',
    details,
    words: '[id...]',
    flags: { all: { type: 'boolean', what: 'all that have failed' }, json },
    run: retry,
  }),
  export: createTask({
    summary: 'every press with its event, one line of JSON each',
    details,
    flags: { state: stateFlag },
    run: exportAll,
  }),
}

type Presses = Store['presses']
/** The values of flags. `json` only where a command has it. */
interface Given {
  state?: string
  limit?: string
  after?: string
  all?: boolean
  json?: boolean
}

const withPresses = (env: Environment, use: (presses: Presses) => Promise<ExitCode>) =>
  withBffStorage(env, ({ presses }) => use(presses))

/** Returns the numbers of presses, or a sentence. */
function idsIn(words: readonly string[]): number[] | string {
  const ids = words.map(Number)
  return ids.every((id) => Number.isSafeInteger(id) && id >= 1)
    ? ids
    : `"${words.join(' ')}" is not the number of a press.`
}

/** Returns the state that a flag names, or a sentence. */
function stateIn(given: string | undefined): { state: PressState | undefined } | string {
  const state = pressStates.find((name) => name === given)
  return given !== undefined && state === undefined
    ? `--state is none of ${pressStates.join(', ')}, got "${given}".`
    : { state }
}

async function list(
  _words: readonly string[],
  given: Given,
  env: Environment,
  { out }: Terminal,
): Promise<ExitCode | string> {
  const chosen = stateIn(given.state)
  if (typeof chosen === 'string') return chosen
  const limit = Number(given.limit ?? 50)
  const after = Number(given.after ?? 0)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 10_000)
    return `--limit is not a number from 1 to 10000, got "${given.limit}".`
  if (!Number.isSafeInteger(after) || after < 0) return `--after is not the number of a press, got "${given.after}".`
  return withPresses(env, async (presses) => {
    const rows = await presses.list({ ...chosen, after, limit })
    out(given.json === true ? printed(rows.map(forPrograms)) : await forPeople(rows, limit, presses))
    return 0
  })
}

async function show(
  words: readonly string[],
  given: Given,
  env: Environment,
  { out, err }: Terminal,
): Promise<ExitCode | string> {
  const ids = idsIn(words)
  if (typeof ids === 'string') return ids
  const [id = 0] = ids
  return withPresses(env, async (presses) => {
    const row = await presses.get(id)
    if (row === undefined) {
      err(`There is no press ${id}. Delivered presses are kept for an hour.\n`)
      return 1
    }
    const shown = forPrograms(row)
    const lines = Object.entries(shown).map(([name, value]) => [name, String(value ?? '-')])
    out(given.json === true ? printed(shown) : table(['what', 'value'], lines))
    return 0
  })
}

async function retry(
  words: readonly string[],
  given: Given,
  env: Environment,
  { out }: Terminal,
): Promise<ExitCode | string> {
  const ids = idsIn(words)
  if (typeof ids === 'string') return ids
  const all = given.all === true
  if (all === ids.length > 0) return 'retry takes the numbers of presses, or --all.'
  return withPresses(env, async (presses) => {
    const retried = await presses.retry(all ? 'all' : ids, Date.now())
    const waits = retried === 1 ? 'press waits' : 'presses wait'
    const sentence = `${retried} ${waits} again; the running BFF delivers within a second.`
    out(`${given.json === true ? JSON.stringify({ retried }) : sentence}\n`)
    return retried < ids.length ? 1 : 0
  })
}

async function exportAll(
  _words: readonly string[],
  given: Given,
  env: Environment,
  { out, note }: Terminal,
): Promise<ExitCode | string> {
  const chosen = stateIn(given.state)
  if (typeof chosen === 'string') return chosen
  return withPresses(env, async (presses) => {
    const page = (last?: PressRow) => presses.list({ ...chosen, after: last?.id ?? 0, limit: 500 })
    for await (const row of each(page, showProgress({ note }, 'presses'))) out(`${JSON.stringify(forPrograms(row))}\n`)
    return 0
  })
}

const printed = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A press with its times as text; `due_at` only while it waits. */
function forPrograms({ accepted_at, due_at, tried_at, ...row }: PressRow) {
  return {
    ...row,
    accepted_at: time(accepted_at),
    due_at: row.state === 'waiting' ? time(due_at) : null,
    tried_at: time(tried_at),
  }
}

async function forPeople(rows: readonly PressRow[], limit: number, presses: Presses): Promise<string> {
  const { waiting, failed, undecided, oldest } = await presses.depth()
  const since = oldest === undefined ? '' : `, the oldest since ${time(oldest)}`
  const sum = `${waiting} waiting${since}; ${failed} failed, ${undecided} undecided.\n`
  if (rows.length === 0) return `No presses to show. ${sum}`
  const lines = rows.map((row) => [
    row.id,
    row.state,
    row.tries,
    time(row.accepted_at) ?? '',
    row.state === 'waiting' ? (time(row.due_at) ?? '') : '-',
    row.last_status ?? row.last_cause ?? '-',
    row.reference,
  ])
  const more = rows.length === limit ? `More: --after ${rows.at(-1)?.id}\n` : ''
  return `${table(['id', 'state', 'tries', 'accepted', 'due', 'last answer', 'reference'], lines)}\n${sum}${more}`
}
