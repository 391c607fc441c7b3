/** `voter-registration-server outbox`: shows the presses that wait, were delivered or failed, and makes failed ones wait
 *  again. Works beside a running BFF. */
import { type PressRow, type PressState, pressStates, type Store } from '../bff/store/store.ts'
import { createTask, type Typed } from './create-task.ts'
import { withStorage } from './open-command-storage.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

const usage = `Usage: voter-registration-server outbox <command>

  list    [--state ${pressStates.join('|')}] [--limit 50] [--after ID]
          presses, oldest first; delivered ones are kept for an hour
  show    ID            one press with its event
  retry   ID … | --all  makes failed presses wait again
  export  [--state …]   every press with its event, one line of JSON each

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

/** What was typed, read and checked. */
type Request =
  | { type: 'list'; state: PressState | undefined; limit: number; after: number; json: boolean }
  | { type: 'show'; id: number; json: boolean }
  | { type: 'retry'; which: readonly number[] | 'all'; json: boolean }
  | { type: 'export'; state: PressState | undefined }

/** Runs `outbox`; see {@link Task}. */
export const outboxTask = createTask(usage, options, async (typed, env, terminal) => {
  const request = read(typed)
  return typeof request === 'string' ? request : withStorage(env, (store) => answer(request, store, terminal))
})

async function answer(request: Request, { presses }: Store, { out, err }: Terminal): Promise<0 | 1> {
  switch (request.type) {
    case 'list': {
      const rows = await presses.list({ state: request.state, after: request.after, most: request.limit })
      if (request.json) out(`${JSON.stringify(rows.map(forPrograms), undefined, 2)}\n`)
      else out(await forPeople(rows, request.limit, presses))
      return 0
    }
    case 'show': {
      const row = await presses.get(request.id)
      if (row === undefined) {
        err(`There is no press ${request.id}. Delivered presses are kept for an hour.\n`)
        return 1
      }
      const shown = forPrograms(row)
      const lines = Object.entries(shown).map(([name, value]) => [name, String(value ?? '-')])
      out(request.json ? `${JSON.stringify(shown, undefined, 2)}\n` : table(['what', 'value'], lines))
      return 0
    }
    case 'retry': {
      const count = await presses.retry(request.which, Date.now())
      const waits = count === 1 ? 'press waits' : 'presses wait'
      const sentence = `${count} ${waits} again; the running BFF delivers within a second.`
      out(`${request.json ? JSON.stringify({ retried: count }) : sentence}\n`)
      return request.which !== 'all' && count < request.which.length ? 1 : 0
    }
    case 'export':
      for (let after = 0; ; ) {
        const rows = await presses.list({ state: request.state, after, most: 500 })
        for (const row of rows) out(`${JSON.stringify(forPrograms(row))}\n`)
        const last = rows.at(-1)
        if (last === undefined) return 0
        after = last.id
      }
    default:
      return request satisfies never
  }
}

/** What is to be done, or a sentence on what cannot be understood. */
function read({ values, positionals }: Typed<typeof options>): Request | string {
  const [command, ...more] = positionals
  const json = values.json === true
  const ids = more.map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) return `"${more.join(' ')}" is not the number of a press.`
  const state = pressStates.find((name) => name === values.state)
  if (values.state !== undefined && state === undefined) return `--state is none of ${pressStates.join(', ')}.`
  const limit = Number(values.limit ?? 50)
  const after = Number(values.after ?? 0)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 10_000 || !Number.isSafeInteger(after) || after < 0) {
    return '--limit is not a number from 1 to 10000, or --after is not the number of a press.'
  }
  const [id] = ids
  switch (command) {
    case 'list':
      return id === undefined ? { type: 'list', state, limit, after, json } : 'list takes no number.'
    case 'show':
      return id === undefined || ids.length > 1 ? 'show takes the number of one press.' : { type: 'show', id, json }
    case 'retry':
      if ((values.all === true) === (id !== undefined)) return 'retry takes the numbers of presses, or --all.'
      return { type: 'retry', which: values.all === true ? 'all' : ids, json }
    case 'export':
      return id === undefined ? { type: 'export', state } : 'export takes no number.'
    case undefined:
      return 'Say what to do with the outbox.'
    default:
      return `"${command}" is not a command.`
  }
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
