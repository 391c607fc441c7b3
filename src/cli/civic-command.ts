/** `voter-registration-server civic`: brings V1 data up to version 2, finds V1 slugs in code, shows a state's facts. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { isStateCode } from '../contract/states.ts'
import { civicSource } from './civic-source.ts'
import { findDeprecated } from './find-deprecated.ts'
import { migrateJson } from './migrate-json.ts'
import { showState } from './show-state.ts'
import { BadInput } from './split-json.ts'
import type { Task, Terminal } from './terminal.ts'

const usage = `Usage: voter-registration-server civic migrate [IN.json] > OUT.json
       voter-registration-server civic lint PATH…
       voter-registration-server civic show TN [--region "Cook County"]

migrate  turns Civic data of version 1 into version 2: a state, a list of states, one state to a line, or a list of field
         definitions, from a file or standard input. What did not fit is told on standard error. Of any size.
lint     finds V1 slugs in files and folders and says what takes their place. Exit code 1 when there are any.
show     prints the facts of a state, from the API that CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION name,
         else from the sample data in this package.

  --region  with show: a region's own facts in the place of the state's
  --json    for programs: lint and the report of migrate one JSON object to a line, show one object
`

/** What the command touches besides the terminal. */
export interface CivicDependencies {
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  /** Comes true when more can be written without piling up. */
  settled: () => Promise<unknown>
}

const edgesOfProcess: CivicDependencies = {
  stdin: process.stdin,
  settled: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  },
}

/** Runs `civic`; see {@link Task}. */
export const civicTask: Task = (args, env, terminal) => {
  // Whoever reads may have seen enough, as `head` has: that is no accident to report.
  process.stdout.once('error', () => process.exit(1))
  return runCivic(args, env, terminal)
}

/** The same with the world passed in. */
export async function runCivic(
  args: Parameters<Task>[0],
  env: Parameters<Task>[1],
  terminal: Terminal,
  dependencies: CivicDependencies = edgesOfProcess,
): Promise<0 | 1 | 2> {
  const typed = read(args)
  if (typed === undefined || typed.values.help === true) {
    if (typed === undefined) terminal.err(`This option is not known.\n\n${usage}`)
    else terminal.out(usage)
    return typed === undefined ? 2 : 0
  }
  const { values, positionals } = typed
  const [name, ...places] = positionals
  const json = values.json === true
  if (name === 'migrate' && places.length <= 1 && values.region === undefined) {
    const [place = '-'] = places
    if (place !== '-' || dependencies.stdin.isTTY !== true) return migrate(place, json, terminal, dependencies)
  }
  if (name === 'lint' && places.length > 0 && values.region === undefined)
    return lint(places, json, terminal, dependencies)
  if (name === 'show' && places.length === 1) {
    const [state] = places
    if (isStateCode(state)) return showState(state, values.region, json, terminal, civicSource(env))
    terminal.err(`"${state}" is not a state. Use two capital letters, for example TN.\n`)
    return 2
  }
  terminal.err(usage)
  return 2
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { region: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch {
    return undefined
  }
}

async function migrate(
  place: string,
  json: boolean,
  { out, err }: Terminal,
  dependencies: CivicDependencies,
): Promise<0 | 1> {
  let lines = 0
  let lost = 0
  try {
    const input = place === '-' ? dependencies.stdin : createReadStream(place)
    const migrated = migrateJson(input, (about, line) => {
      lines++
      if (line.lost !== '') lost++
      const { slug, outcome, why, see } = line
      const rest = `${line.lost === '' ? '' : ` Lost: ${JSON.stringify(line.lost)}.`}${see.length > 0 ? ` See ${see.join(', ')}.` : ''}`
      err(json ? `${JSON.stringify({ about, ...line })}\n` : `${about} ${outcome} ${slug}: ${why}${rest}\n`)
    })
    for await (const text of migrated) {
      out(text)
      await dependencies.settled()
    }
  } catch (error) {
    err(`${badInput(error, place)}\n`)
    return 1
  }
  if (!json) err(`Done. ${lines} lines of report, ${lost} with a text that version 2 has no place for.\n`)
  return 0
}

function badInput(error: unknown, place: string): string {
  const from = place === '-' ? 'Standard input' : place
  if (error instanceof BadInput) return `${from}: ${error.message} What was written is incomplete.`
  if (error instanceof Error && 'code' in error) return `${from} cannot be read (${String(error.code)}).`
  throw error
}

async function lint(
  places: readonly string[],
  json: boolean,
  { out, err }: Terminal,
  dependencies: CivicDependencies,
): Promise<0 | 1 | 2> {
  let uses = 0
  let files = 0
  for (const place of places) {
    try {
      for await (const use of findDeprecated(place, () => files++)) {
        uses++
        const { file, line, column, slug, successor } = use
        out(json ? `${JSON.stringify(use)}\n` : `${file}:${line}:${column} ${slug} → ${successor}\n`)
        await dependencies.settled()
      }
    } catch (error) {
      err(`${badInput(error, place)}\n`)
      return 2
    }
  }
  if (!json) err(`${uses} V1 slugs in ${files} files.\n`)
  return uses > 0 ? 1 : 0
}
