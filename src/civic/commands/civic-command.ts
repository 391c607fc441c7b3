/** `voter-registration-civic`: shows, exports and compares Civic data, migrates version 1, finds V1 slugs in code. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isStateCode } from '../../contract/states.ts'
import { createSubcommandTask, type Subcommand } from '../../server/commands/create-subcommand-task.ts'
import type { Task, Terminal } from '../../server/commands/create-task.ts'
import { counted } from '../../server/commands/table.ts'
import { exportAll, showDifference, showFields, showOverrides } from './civic-export.ts'
import { findDeprecated } from './find-deprecated.ts'
import { BadInput, migrateJson } from './migrate-json.ts'
import { type AboutLine, migrationSummary } from './migration-summary.ts'
import { showState } from './show-state.ts'

const usage = `Usage: voter-registration-civic show TN [--region "Cook County"]
       voter-registration-civic fields
       voter-registration-civic overrides [FL]
       voter-registration-civic export [--format csv|json] [--out FOLDER]
       voter-registration-civic diff OLD NEW
       voter-registration-civic migrate [--all] [IN.json] > OUT.json
       voter-registration-civic lint [--fix] PATH…

show, fields, overrides and export read the API that CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION name, else
the sample data in this package.

show       prints the facts of a state; deadlines with their date for the next general election.
fields     prints the catalogue: slug, format, options, description.
overrides  prints which regions have values of their own, for which fields.
export     writes every fact of all states and regions: CSV for spreadsheets, JSON as the service has it.
diff       says what changed between two exports, each a file or a folder. Exit code 1 when something has.
migrate    turns Civic data of version 1 into version 2: a state, a list of states, one state to a line, or a list of
           field definitions, from a file or standard input. What does not fit is reported on standard error by reason,
           lost texts first.
lint       finds V1 slugs in files and folders, also in camelCase, CONSTANT_CASE and kebab-case and where code puts them
           together, and says what takes their place. Exit code 1 when there are any.

  --region  with show: a region's own facts in the place of the state's
  --format  with export: csv, or json. Default: csv
  --out     with export: a folder for a file for each state. Default: everything on standard output
  --all     with migrate: every line of the report
  --fix     with lint: replaces slugs that version 2 only renames, where they stand as whole words
  --json    for programs: one JSON object to a line; show prints one object
`

const options = {
  region: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  fix: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/** Runs `civic`; see {@link Task}. */
export const civicTask: Task = (args, env, terminal) => createCivicTask(process.stdin)(args, env, terminal)

/** Like {@link civicTask}, with the standard input as a parameter. */
export function createCivicTask(stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }): Task {
  return createSubcommandTask(
    usage,
    options,
    new Map([
      ['show', taking(['region', 'json'], show)],
      ['fields', taking(['json'], fields)],
      ['overrides', taking(['json'], overrides)],
      ['export', taking(['format', 'out'], exportFacts)],
      ['diff', taking(['json'], diff)],
      ['migrate', taking(['all', 'json'], (...typed) => migrateFrom(stdin, ...typed))],
      ['lint', taking(['fix', 'json'], lint)],
    ]),
  )
}

type Command = Subcommand<typeof options>

/** A command that accepts only its own options and refuses all others. */
function taking(own: readonly (keyof typeof options)[], run: Command): Command {
  return async (words, values, env, terminal) => {
    const foreign = Object.keys(values).find((option) => !own.some((one) => one === option))
    return foreign === undefined ? run(words, values, env, terminal) : `--${foreign} is no option of this command.`
  }
}

const show: Command = async ([state, ...more], { region, json = false }, env, terminal) => {
  if (state === undefined || more.length > 0) return 'Name one state, for example TN.'
  return isStateCode(state) ? showState(state, region, json, terminal, env) : noState(state)
}

const fields: Command = async (words, { json = false }, env, terminal) =>
  words.length > 0 ? 'fields takes options alone.' : showFields(json, terminal, env)

const overrides: Command = async ([state, ...more], { json = false }, env, terminal) => {
  if (more.length > 0) return 'Name one state, for example FL, or none.'
  return state === undefined || isStateCode(state) ? showOverrides(state, json, terminal, env) : noState(state)
}

const noState = (typed: string) => `"${typed}" is not a state. Use two capital letters, for example TN.`

const exportFacts: Command = async (words, { format = 'csv', out: folder }, env, terminal) => {
  if (words.length > 0) return 'export takes options alone.'
  if (format !== 'csv' && format !== 'json') return `--format is csv or json, got "${format}".`
  return exportAll({ format, folder }, terminal, env)
}

const diff: Command = async ([before, after, ...more], { json = false }, _env, terminal) =>
  before === undefined || after === undefined || more.length > 0
    ? 'diff takes two exports, the old one and the new one.'
    : showDifference(before, after, json, terminal)

async function migrateFrom(
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean },
  ...[words, { json = false, all = false }, , terminal]: Parameters<Command>
): ReturnType<Command> {
  const [place = '-', ...more] = words
  if (more.length > 0) return 'migrate takes one file, or standard input.'
  if (place !== '-') return migrate(place, () => readFile(place), { json, all }, terminal)
  if (stdin.isTTY === true) return 'Name a file, or hand one in on standard input.'
  return migrate('Standard input', () => buffer(stdin), { json, all }, terminal)
}

async function migrate(
  from: string,
  bytes: () => Promise<Uint8Array>,
  { json, all }: { json: boolean; all: boolean },
  { out, err }: Terminal,
): Promise<0 | 1> {
  const lines: AboutLine[] = []
  try {
    out(migrateJson(decoded(await bytes()), (about, line) => lines.push({ about, ...line })))
  } catch (error) {
    err(`${badInput(error, from)}\n`)
    return 1
  }
  const lost = lines.filter((line) => line.lost !== '')
  if (json || all) {
    // Lost texts first, otherwise in their order.
    const rest = lines.filter((line) => line.lost === '')
    for (const line of [...lost, ...rest]) err(json ? `${JSON.stringify(line)}\n` : inOneLine(line))
  } else if (lines.length > 0) err(`${migrationSummary(lines)}\n`)
  if (!json) err(`Done. ${lines.length} lines of report, ${lost.length} with a text that version 2 has no place for.\n`)
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
  if (error instanceof BadInput) return `${from}: ${error.message}`
  if (error instanceof Error && 'code' in error) return `${from} cannot be read (${String(error.code)}).`
  throw error
}

async function lint(
  ...[places, { json = false, fix = false }, , { out, err }]: Parameters<Command>
): ReturnType<Command> {
  if (places.length === 0) return 'lint takes files and folders.'
  let uses = 0
  let files = 0
  let fixed = 0
  const settings = {
    onFile: () => files++,
    ...(fix && {
      onFixed: (file: string, count: number) => {
        fixed += count
        err(`${file}: ${count} replaced.\n`)
      },
    }),
  }
  for (const place of places) {
    try {
      for await (const use of findDeprecated(place, settings)) {
        uses++
        const { file, line, column, found, successor } = use
        out(json ? `${JSON.stringify(use)}\n` : `${file}:${line}:${column} ${found} → ${successor}\n`)
      }
    } catch (error) {
      err(`${badInput(error, place)}\n`)
      return 2
    }
  }
  if (!json) err(`${counted(uses, 'V1 slug')} in ${counted(files, 'file')}.${fix ? ` ${fixed} replaced.` : ''}\n`)
  return uses > 0 ? 1 : 0
}
