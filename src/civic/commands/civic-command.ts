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
import { formatMigrationSummary, type SourcedLine } from './migration-summary.ts'
import { showState } from './show-state.ts'

const sourceDetails =
  '\nReads the API of CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION, or the sample data if these are not set.'
const migrateDetails = `
Reads a state, a list of states, one state per line, or a list of field definitions, from a file or standard input. Values
that cannot be converted are listed on standard error by reason, lost texts first.`
const jsonFlag = ['--json', 'prints one JSON object per line'] as const

type StandardInput = AsyncIterable<Uint8Array> & { isTTY?: boolean }

export function addCivicCommands(program: Command, terminal: Terminal, stdin: StandardInput = process.stdin): void {
  const addCommand = (usage: string, summary: string) => program.command(usage).description(summary)

  addCommand('show', 'prints the facts of a state, and the dates of deadlines for the next general election')
    .argument('<state>', 'for example TN', parseState)
    .option('--region <name>', "a region whose facts override the state's")
    .option('--json', 'prints one JSON object')
    .addHelpText('after', sourceDetails)
    .action((code: StateCode, options: { region?: string; json?: boolean }) => showState(code, options, terminal))

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
    .action((options: { format: 'csv' | 'json'; out?: string }) => exportAll(options, terminal))

  addCommand('diff <old> <new>', 'compares two exports, each a file or a folder; exit code 1 if something changed')
    .option(...jsonFlag)
    .action((oldPath: string, newPath: string, { json = false }: { json?: boolean }) =>
      showDifference([oldPath, newPath], json, terminal),
    )

  addCommand(
    'lint <path...>',
    'finds V1 slugs in files and folders, with their successors; exit code 1 if there are any',
  )
    .option(...jsonFlag)
    .action((paths: string[], { json = false }: { json?: boolean }) => lintPaths(paths, json, terminal))

  const migration = addCommand('migrate [file]', 'converts Civic data of version 1 into version 2, on standard output')
    .option('--all', 'prints every line of the report')
    .option(...jsonFlag)
    .addHelpText('after', migrateDetails)
    .action((path: string | undefined, { json = false, all = false }: { json?: boolean; all?: boolean }) => {
      if (path !== undefined && path !== '-')
        return migrate({ name: path, bytes: () => readFile(path) }, { json, isFull: all }, terminal)
      if (stdin.isTTY === true) return migration.error('Name a file, or pipe one to standard input.')
      return migrate({ name: 'Standard input', bytes: () => buffer(stdin) }, { json, isFull: all }, terminal)
    })
}

function parseState(text: string): StateCode {
  if (isStateCode(text)) return text
  throw new InvalidArgumentError('It is not a state. Use two capital letters, for example TN.')
}

async function migrate(
  { name, bytes }: { name: string; bytes: () => Promise<Uint8Array> },
  { json, isFull }: { json: boolean; isFull: boolean },
  { out, err, note }: Terminal,
): Promise<void> {
  const lines: SourcedLine[] = []
  try {
    out(migrateJson(decodeUtf8(await bytes()), (source, line) => lines.push({ source, ...line })))
  } catch (error) {
    throw toCommandError(error, name)
  }
  const lostLines = lines.filter((line) => line.lost_text !== '')
  if (json || isFull) {
    // Lost texts first, otherwise in their order.
    const otherLines = lines.filter((line) => line.lost_text === '')
    for (const line of [...lostLines, ...otherLines]) err(json ? `${JSON.stringify(line)}\n` : formatLine(line))
  } else if (lines.length > 0) err(`${formatMigrationSummary(lines)}\n`)
  if (!json)
    note(`Done. ${lines.length} lines of report, ${lostLines.length} with a text that has no place in version 2.\n`)
}

function formatLine({ source, slug, outcome, reason, lost_text: lostText, see }: SourcedLine): string {
  const suffix = `${lostText === '' ? '' : ` Lost: ${JSON.stringify(lostText)}.`}${see.length > 0 ? ` See ${see.join(', ')}.` : ''}`
  return `${source} ${outcome} ${slug}: ${reason}${suffix}\n`
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new InputError('$', 'is not UTF-8.')
  }
}

function toCommandError(error: unknown, name: string): unknown {
  if (error instanceof InputError)
    return new CommandError(error.path === '$' ? `${name} ${error.problem}` : `${name}: ${error.message}`, 2)
  if (error instanceof Error && 'code' in error)
    return new CommandError(`${name} cannot be read (${String(error.code)}).`, 2)
  return error
}

async function lintPaths(paths: readonly string[], isJson: boolean, terminal: Terminal): Promise<void> {
  const { out, note } = terminal
  let uses = 0
  let files = 0
  const progress = createProgress(terminal, 'files')
  for (const path of paths) {
    try {
      for await (const use of findDeprecated(path, () => progress(++files))) {
        uses++
        out(isJson ? `${JSON.stringify(use)}\n` : `${use.file}:${use.line} ${use.slug} → ${use.successor}\n`)
      }
    } catch (error) {
      throw toCommandError(error, path)
    }
  }
  if (!isJson) note(`${formatCount(uses, 'V1 slug')} in ${formatCount(files, 'file')}.\n`)
  if (uses > 0) terminal.exitCode = 1
}

export const { run: runCli, main } = createCommandLine('voter-registration-civic', {
  '': {
    summary: 'Shows, exports, compares and migrates Civic data.',
    configure: () => Promise.resolve(addCivicCommands),
  },
})
