/** `voter-registration-server outbox`: shows the presses that wait, were delivered or failed, and makes failed ones wait
 *  again. Works beside a running BFF. */
import { readFile } from 'node:fs/promises'
import { type PressRow, pressStates, type Store } from '../bff/store/store.ts'
import type { Environment } from '../options/read-environment.ts'
import { createTask, type Terminal } from './create-task.ts'
import { importPresses, sealFrom } from './import-presses.ts'
import { each, withBffStorage } from './open-records.ts'
import { table } from './table.ts'
import { unknownWord } from './unknown-word.ts'

const usage = `Usage: voter-registration-server outbox <command>

  list    [--state ${pressStates.join('|')}] [--limit 50] [--after ID]
          presses, oldest first; delivered ones are kept for an hour
  show    ID            one press with its event
  retry   ID … | --all  makes failed presses wait again
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

/** Runs `outbox`; see {@link Task}. */
export const outboxTask = createTask(usage, options, async ({ values, positionals }, env, terminal) => {
  const { out, err } = terminal
  const [command, ...more] = positionals
  if (command === 'import') return importLog(more, values.json === true, env, terminal)
  const ids = more.map(Number)
  const [id] = ids
  if (ids.some((one) => !Number.isSafeInteger(one) || one < 1)) {
    return `"${more.join(' ')}" is not the number of a press.`
  }
  const state = pressStates.find((name) => name === values.state)
  if (values.state !== undefined && state === undefined) return `--state is none of ${pressStates.join(', ')}.`
  const limit = Number(values.limit ?? 50)
  const after = Number(values.after ?? 0)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 10_000 || !Number.isSafeInteger(after) || after < 0) {
    return '--limit is not a number from 1 to 10000, or --after is not the number of a press.'
  }
  const printed = (value: unknown) => out(`${JSON.stringify(value, undefined, 2)}\n`)
  const withPresses = (use: (presses: Store['presses']) => Promise<0 | 1>) =>
    withBffStorage(env, ({ presses }) => use(presses))
  switch (command) {
    case 'list':
      if (id !== undefined) return 'list takes no number.'
      return withPresses(async (presses) => {
        const rows = await presses.list({ state, after, most: limit })
        if (values.json) printed(rows.map(forPrograms))
        else out(await forPeople(rows, limit, presses))
        return 0
      })
    case 'show':
      if (id === undefined || ids.length > 1) return 'show takes the number of one press.'
      return withPresses(async (presses) => {
        const row = await presses.get(id)
        if (row === undefined) {
          err(`There is no press ${id}. Delivered presses are kept for an hour.\n`)
          return 1
        }
        const shown = forPrograms(row)
        if (values.json) printed(shown)
        else
          out(
            table(
              ['what', 'value'],
              Object.entries(shown).map(([name, value]) => [name, String(value ?? '-')]),
            ),
          )
        return 0
      })
    case 'retry':
      if ((values.all === true) === (id !== undefined)) return 'retry takes the numbers of presses, or --all.'
      return withPresses(async (presses) => {
        const retried = await presses.retry(values.all ? 'all' : ids, Date.now())
        const waits = retried === 1 ? 'press waits' : 'presses wait'
        const sentence = `${retried} ${waits} again; the running BFF delivers within a second.`
        out(`${values.json ? JSON.stringify({ retried }) : sentence}\n`)
        return retried < ids.length ? 1 : 0
      })
    case 'export':
      if (id !== undefined) return 'export takes no number.'
      return withPresses(async (presses) => {
        const page = (last?: PressRow) => presses.list({ state, after: last?.id ?? 0, most: 500 })
        for await (const row of each(page)) out(`${JSON.stringify(forPrograms(row))}\n`)
        return 0
      })
    case undefined:
      return 'Say what to do with the outbox.'
    default:
      return unknownWord(`"${command}" is not a command.`, command, ['list', 'show', 'retry', 'export', 'import'])
  }
})

async function importLog(
  [file, ...more]: readonly string[],
  json: boolean,
  env: Environment,
  { out, err }: Terminal,
): Promise<0 | 1 | string> {
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

async function forPeople(rows: readonly PressRow[], limit: number, presses: Store['presses']): Promise<string> {
  const { waiting, failed } = await presses.depth()
  const sum = `${waiting} waiting, ${failed} failed.\n`
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
