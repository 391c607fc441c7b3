/** `voter-registration-civic`: shows, exports and compares Civic data, migrates version 1, finds V1 slugs in code. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import { createCommandLine } from '../../server/commands/command-line.ts'
import { CommandError, createProgress, formatCount, type Terminal } from '../../server/commands/terminal.ts'
import { exportAll, showDifference, showFields, showOverrides } from './civic-export.ts'
import { findDeprecated } from './find-deprecated.ts'
import { InputError, migrateJson } from './migrate-json.ts'
import { type AboutLine, migrationSummary } from './migration-summary.ts'
import { showState } from './show-state.ts'

const sourceDetails =
  '\nReads the API of CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION, or the sample data if these are not set.'
const migrateDetails = `
Reads a state, a list of states, one state per line, or a list of field definitions, from a file or standard input. Values
that cannot be converted are listed on standard error by reason, lost texts first.`
const jsonFlag = ['--json', 'prints one JSON object per line'] as const

type StandardInput = AsyncIterable<Uint8Array> & { isTTY?: boolean }

export function civicCommands(program: Command, terminal: Terminal, stdin: StandardInput = process.stdin): void {
  const addCommand = (usage: string, summary: string) => program.command(usage).description(summary)

  addCommand('show', 'prints the facts of a state, and the dates of deadlines for the next general election')
    .argument('<state>', 'for example TN', parseState)
    .option('--region <name>', "a region whose facts override the state's")
    .option('--json', 'prints one JSON object')
    .addHelpText('after', sourceDetails)
    .action((code: StateCode, given: { region?: string; json?: boolean }) => showState(code, given, terminal))

  addCommand('fields', 'prints the catalog: slug, format, options, description')
    .option(...jsonFlag)
    .addHelpText('after', sourceDetails)
    .action(({ json = false }: { json?: boolean }) => showFields(json, terminal))

  addCommand('overrides', 'prints which regions override which fields')
    .argument('[state]', 'only those of this state', parseState)
    .option(...jsonFlag)
    .addHelpText('after', sourceDetails)
    .action((code: StateCode | undefined, { json = false }: { json?: boolean }) => showOverrides(code, json, terminal))

  addCommand('export', 'writes every fact of all states and regions: CSV for spreadsheets, or JSON')
    .addOption(new Option('--format <format>', 'output format').choices(['csv', 'json']).default('csv'))
    .option('--out <folder>', 'writes one file per state into this folder, instead of standard output')
    .addHelpText('after', sourceDetails)
    .action((given: { format: 'csv' | 'json'; out?: string }) => exportAll(given, terminal))

  addCommand('diff <old> <new>', 'compares two exports, each a file or a folder; exit code 1 if something changed')
    .option(...jsonFlag)
    .action((before: string, after: string, { json = false }: { json?: boolean }) =>
      showDifference([before, after], json, terminal),
    )

  addCommand(
    'lint <path...>',
    'finds V1 slugs in files and folders, with their successors; exit code 1 if there are any',
  )
    .option(...jsonFlag)
    .action((places: string[], { json = false }: { json?: boolean }) => lint(places, json, terminal))

  const migration = addCommand('migrate [file]', 'converts Civic data of version 1 into version 2, on standard output')
    .option('--all', 'prints every line of the report')
    .option(...jsonFlag)
    .addHelpText('after', migrateDetails)
    .action((place: string | undefined, { json = false, all = false }: { json?: boolean; all?: boolean }) => {
      if (place !== undefined && place !== '-')
        return migrate({ name: place, bytes: () => readFile(place) }, { json, all }, terminal)
      if (stdin.isTTY === true) return migration.error('Name a file, or pipe one to standard input.')
      return migrate({ name: 'Standard input', bytes: () => buffer(stdin) }, { json, all }, terminal)
    })
}

function parseState(text: string): StateCode {
  if (isStateCode(text)) return text
  throw new InvalidArgumentError('It is not a state. Use two capital letters, for example TN.')
}

async function migrate(
  { name, bytes }: { name: string; bytes: () => Promise<Uint8Array> },
  { json, all }: { json: boolean; all: boolean },
  { out, err, note }: Terminal,
): Promise<void> {
  const lines: AboutLine[] = []
  try {
    out(migrateJson(decoded(await bytes()), (about, line) => lines.push({ about, ...line })))
  } catch (error) {
    throw toCommandError(error, name)
  }
  const lost = lines.filter((line) => line.lost_text !== '')
  if (json || all) {
    // Lost texts first, otherwise in their order.
    const rest = lines.filter((line) => line.lost_text === '')
    for (const line of [...lost, ...rest]) err(json ? `${JSON.stringify(line)}\n` : inOneLine(line))
  } else if (lines.length > 0) err(`${migrationSummary(lines)}\n`)
  if (!json) note(`Done. ${lines.length} lines of report, ${lost.length} with a text that has no place in version 2.\n`)
}

function inOneLine({ about, slug, outcome, reason: why, lost_text: lost, see }: AboutLine): string {
  const rest = `${lost === '' ? '' : ` Lost: ${JSON.stringify(lost)}.`}${see.length > 0 ? ` See ${see.join(', ')}.` : ''}`
  return `${about} ${outcome} ${slug}: ${why}${rest}\n`
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new InputError('$', 'is not UTF-8.')
  }
}

function toCommandError(error: unknown, name: string): unknown {
  if (error instanceof InputError)
    return new CommandError(error.path === '$' ? `${name} ${error.says}` : `${name}: ${error.message}`, 2)
  if (error instanceof Error && 'code' in error)
    return new CommandError(`${name} cannot be read (${String(error.code)}).`, 2)
  return error
}

async function lint(places: readonly string[], isJson: boolean, terminal: Terminal): Promise<void> {
  const { out, note } = terminal
  let uses = 0
  let files = 0
  const progress = createProgress(terminal, 'files')
  for (const place of places) {
    try {
      for await (const use of findDeprecated(place, () => progress(++files))) {
        uses++
        out(isJson ? `${JSON.stringify(use)}\n` : `${use.file}:${use.line} ${use.slug} → ${use.successor}\n`)
      }
    } catch (error) {
      throw toCommandError(error, place)
    }
  }
  if (!isJson) note(`${formatCount(uses, 'V1 slug')} in ${formatCount(files, 'file')}.\n`)
  if (uses > 0) terminal.exitCode = 1
}

export const { run: runCli, main } = createCommandLine('voter-registration-civic', {
  '': {
    summary: 'Shows, exports, compares and migrates Civic data.',
    configure: () => Promise.resolve(civicCommands),
  },
})
