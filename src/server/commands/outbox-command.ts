/** `voter-registration-server outbox`: lists waiting, delivered, failed and undecided presses, and retries failed ones. Works beside a
 *  running BFF. */
import { readFile } from 'node:fs/promises'
import type { Environment } from '../options/read-environment.ts'
import { type PressRow, type PressState, pressStates, type Store } from '../store/store.ts'
import { createSubcommandTask, type Subcommand } from './create-subcommand-task.ts'
import type { Terminal } from './create-task.ts'
import { importPresses, sealFrom } from './import-presses.ts'
import { each, withBffStorage } from './open-records.ts'
import { table } from './table.ts'

const usage = `Usage: voter-registration-server outbox <command>

  list    [--state ${pressStates.join('|')}] [--limit 50] [--after ID]
          presses, oldest first; delivered ones are kept for an hour
  show    ID            one press with its event
  retry   ID … | --all  makes failed presses wait again; undecided ones, which may have counted, only by ID
  export  [--state …]   every press with its event, one line of JSON each
  import  FILE          takes back, each once, the presses that a BFF without storage has written to its log (FILE) when it
                        could not deliver them; wants SEAL_KEY or API_KEY_SECRET as that BFF had it

  --json  for programs

The storage is the one that DATA_DIR or DATABASE_URL names.
`

const options = {
  state: { type: 'string' },
  limit: { type: 'string' },
  after: { type: 'string' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/** The parsed arguments of a subcommand that works on stored presses. */
interface Selection {
  ids: number[]
  all: boolean
  state: PressState | undefined
  limit: number
  after: number
  json: boolean
}

type Presses = Store['presses']
type Command = Subcommand<typeof options>

/** Runs `outbox`; see {@link Task}. */
export const outboxTask = createSubcommandTask(
  usage,
  options,
  new Map<string, Command>([
    ['list', withSelection(list)],
    ['show', withSelection(show)],
    ['retry', withSelection(retry)],
    ['export', withSelection(exportAll)],
    ['import', importLog],
  ]),
)

/** A subcommand that accepts press ids, `--state`, `--limit` and `--after`. */
function withSelection(
  run: (selection: Selection, env: Environment, terminal: Terminal) => Promise<0 | 1 | string>,
): Command {
  return async (words, values, env, terminal) => {
    const ids = words.map(Number)
    if (ids.some((one) => !Number.isSafeInteger(one) || one < 1)) {
      return `"${words.join(' ')}" is not the number of a press.`
    }
    const state = pressStates.find((name) => name === values.state)
    if (values.state !== undefined && state === undefined) return `--state is none of ${pressStates.join(', ')}.`
    const limit = Number(values.limit ?? 50)
    const after = Number(values.after ?? 0)
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 10_000 || !Number.isSafeInteger(after) || after < 0) {
      return '--limit is not a number from 1 to 10000, or --after is not the number of a press.'
    }
    const selection = { ids, all: values.all === true, state, limit, after, json: values.json === true }
    return run(selection, env, terminal)
  }
}

const withPresses = (env: Environment, use: (presses: Presses) => Promise<0 | 1>) =>
  withBffStorage(env, ({ presses }) => use(presses))

async function list(
  { ids, state, limit, after, json }: Selection,
  env: Environment,
  { out }: Terminal,
): Promise<0 | 1 | string> {
  if (ids.length > 0) return 'list takes no number.'
  return withPresses(env, async (presses) => {
    const rows = await presses.list({ state, after, limit: limit })
    out(json ? printed(rows.map(forPrograms)) : await forPeople(rows, limit, presses))
    return 0
  })
}

async function show({ ids, json }: Selection, env: Environment, { out, err }: Terminal): Promise<0 | 1 | string> {
  const [id, ...more] = ids
  if (id === undefined || more.length > 0) return 'show takes the number of one press.'
  return withPresses(env, async (presses) => {
    const row = await presses.get(id)
    if (row === undefined) {
      err(`There is no press ${id}. Delivered presses are kept for an hour.\n`)
      return 1
    }
    const shown = forPrograms(row)
    const lines = Object.entries(shown).map(([name, value]) => [name, String(value ?? '-')])
    out(json ? printed(shown) : table(['what', 'value'], lines))
    return 0
  })
}

async function retry({ ids, all, json }: Selection, env: Environment, { out }: Terminal): Promise<0 | 1 | string> {
  if (all === ids.length > 0) return 'retry takes the numbers of presses, or --all.'
  return withPresses(env, async (presses) => {
    const retried = await presses.retry(all ? 'all' : ids, Date.now())
    const waits = retried === 1 ? 'press waits' : 'presses wait'
    const sentence = `${retried} ${waits} again; the running BFF delivers within a second.`
    out(`${json ? JSON.stringify({ retried }) : sentence}\n`)
    return retried < ids.length ? 1 : 0
  })
}

async function exportAll({ ids, state }: Selection, env: Environment, { out }: Terminal): Promise<0 | 1 | string> {
  if (ids.length > 0) return 'export takes no number.'
  return withPresses(env, async (presses) => {
    const page = (last?: PressRow) => presses.list({ state, after: last?.id ?? 0, limit: 500 })
    for await (const row of each(page)) out(`${JSON.stringify(forPrograms(row))}\n`)
    return 0
  })
}

async function importLog(...[words, { json }, env, { out, err }]: Parameters<Command>): ReturnType<Command> {
  const [file, ...more] = words
  if (file === undefined || more.length > 0) return 'import takes one file.'
  const log = await readFile(file, 'utf8').catch(() => undefined)
  if (log === undefined) {
    err(`"${file}" cannot be read.\n`)
    return 1
  }
  const seal = sealFrom(env)
  return withBffStorage<0>(env, async ({ presses }) => {
    const imported = await importPresses(log, { presses, seal, now: Date.now })
    const { taken, known, delivered, expired, invalid } = imported
    const sentence = `${taken} taken; not taken: ${known} known already, ${delivered} delivered later, ${expired} older than a day, ${invalid} not sealed with this key.`
    out(`${json ? JSON.stringify(imported) : sentence}\n`)
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
