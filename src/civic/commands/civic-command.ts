/** `voter-registration-civic`: shows, exports and compares Civic data, migrates version 1, finds V1 slugs in code. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isStateCode } from '../../contract/states.ts'
import { showProgress } from '../../server/commands/show-progress.ts'
import { counted } from '../../server/commands/table.ts'
import { createTask, type ExitCode, type Task, type Terminal } from '../../server/commands/task.ts'
import { exportAll, showDifference, showFields, showOverrides } from './civic-export.ts'
import { findDeprecated } from './find-deprecated.ts'
import { BadInput, migrateJson } from './migrate-json.ts'
import { type AboutLine, migrationSummary } from './migration-summary.ts'
import { showState } from './show-state.ts'

const jsonFlag = { type: 'boolean', what: 'for programs: one JSON object to a line' } as const
const source = `Reads the API that CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION name, else the sample data in this package.`

/** The commands that read no standard input. */
const commands: Readonly<Record<string, Task>> = {
  show: createTask({
    summary: 'prints the facts of a state; deadlines with their date for the next general election',
    details: source,
    words: '<state>',
    flags: {
      region: { type: 'string', value: 'NAME', what: "a region's own facts in the place of the state's" },
      json: { type: 'boolean', what: 'for programs: one JSON object' },
    },
    run: async ([state = ''], values, env, terminal) =>
      isStateCode(state) ? showState(state, values.region, values.json === true, terminal, env) : noState(state),
  }),
  fields: createTask({
    summary: 'prints the catalogue: slug, format, options, description',
    details: source,
    flags: { json: jsonFlag },
    run: (_words, values, env, terminal) => showFields(values.json === true, terminal, env),
  }),
  overrides: createTask({
    summary: 'prints which regions have values of their own, for which fields',
    details: source,
    words: '[state]',
    flags: { json: jsonFlag },
    run: async ([state], values, env, terminal) =>
      state === undefined || isStateCode(state)
        ? showOverrides(state, values.json === true, terminal, env)
        : noState(state),
  }),
  export: createTask({
    summary: 'writes every fact of all states and regions: CSV for spreadsheets, JSON as the service has it',
    details: source,
    flags: {
      format: { type: 'string', value: 'csv|json', what: 'how they are written [csv]' },
      out: {
        type: 'string',
        value: 'FOLDER',
        what: 'a folder for a file for each state, instead of standard output',
      },
    },
    run: async (_words, { format = 'csv', out: folder }, env, terminal) =>
      format === 'csv' || format === 'json'
        ? exportAll({ format, folder }, terminal, env)
        : `--format is csv or json, got "${format}".`,
  }),
  diff: createTask({
    summary: 'says what changed between two exports, each a file or a folder; exit code 1 when something has',
    words: '<old> <new>',
    flags: { json: jsonFlag },
    run: ([before = '', after = ''], values, _env, terminal) =>
      showDifference(before, after, values.json === true, terminal),
  }),
  lint: createTask({
    summary: 'finds V1 slugs in files and folders, and says what takes their place; exit code 1 when there are any',
    words: '<path...>',
    flags: { json: jsonFlag },
    run: (places, values, _env, terminal) => lint(places, values.json === true, terminal),
  }),
}

/** The commands of `voter-registration-civic`; `migrate` can read standard input. */
export const createCivicTasks = (stdin: () => StandardInput = () => process.stdin): Readonly<Record<string, Task>> => ({
  ...commands,
  migrate: createMigrationTask(stdin),
})

type StandardInput = AsyncIterable<Uint8Array> & { isTTY?: boolean }

function createMigrationTask(stdin: () => StandardInput): Task {
  return createTask({
    summary: 'turns Civic data of version 1 into version 2, on standard output',
    details: `A state, a list of states, one state to a line, or a list of field definitions, from a file or standard input. What
does not fit is reported on standard error by reason, lost texts first.`,
    words: '[file]',
    flags: { all: { type: 'boolean', what: 'every line of the report' }, json: jsonFlag },
    async run([place = '-'], values, _env, terminal) {
      const settings = { json: values.json === true, all: values.all === true }
      if (place !== '-') return migrate(place, () => readFile(place), settings, terminal)
      if (stdin().isTTY === true) return 'Name a file, or hand one in on standard input.'
      return migrate('Standard input', () => buffer(stdin()), settings, terminal)
    },
  })
}

const noState = (typed: string) => `"${typed}" is not a state. Use two capital letters, for example TN.`

async function migrate(
  from: string,
  bytes: () => Promise<Uint8Array>,
  { json, all }: { json: boolean; all: boolean },
  { out, err, note }: Terminal,
): Promise<ExitCode> {
  const lines: AboutLine[] = []
  try {
    out(migrateJson(decoded(await bytes()), (about, line) => lines.push({ about, ...line })))
  } catch (error) {
    err(`${badInput(error, from)}\n`)
    return 2
  }
  const lost = lines.filter((line) => line.lost !== '')
  if (json || all) {
    // Lost texts first, otherwise in their order.
    const rest = lines.filter((line) => line.lost === '')
    for (const line of [...lost, ...rest]) err(json ? `${JSON.stringify(line)}\n` : inOneLine(line))
  } else if (lines.length > 0) err(`${migrationSummary(lines)}\n`)
  if (!json)
    note(`Done. ${lines.length} lines of report, ${lost.length} with a text that version 2 has no place for.\n`)
  return 0
}

function inOneLine({ about, slug, outcome, why, lost, see }: AboutLine): string {
  const rest = `${lost === '' ? '' : ` Lost: ${JSON.stringify(lost)}.`}${see.length > 0 ? ` See ${see.join(', ')}.` : ''}`
  return `${about} ${outcome} ${slug}: ${why}${rest}\n`
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadInput('$', 'is not UTF-8.')
  }
}

function badInput(error: unknown, from: string): string {
  if (error instanceof BadInput) return error.path === '$' ? `${from} ${error.says}` : `${from}: ${error.message}`
  if (error instanceof Error && 'code' in error) return `${from} cannot be read (${String(error.code)}).`
  throw error
}

async function lint(places: readonly string[], isJson: boolean, { out, err, note }: Terminal): Promise<ExitCode> {
  let uses = 0
  let files = 0
  const progress = showProgress({ note }, 'files')
  for (const place of places) {
    try {
      for await (const use of findDeprecated(place, () => progress(++files))) {
        uses++
        out(isJson ? `${JSON.stringify(use)}\n` : `${use.file}:${use.line} ${use.slug} → ${use.successor}\n`)
      }
    } catch (error) {
      err(`${badInput(error, place)}\n`)
      return 2
    }
  }
  if (!isJson) note(`${counted(uses, 'V1 slug')} in ${counted(files, 'file')}.\n`)
  return uses > 0 ? 1 : 0
}
