/** `voter-registration-server civic`: brings V1 data up to version 2, finds V1 slugs in code, shows a state's facts. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { isStateCode } from '../contract/states.ts'
import { civicSource } from './civic-source.ts'
import { createTask } from './create-task.ts'
import { findDeprecated } from './find-deprecated.ts'
import { migrateJson } from './migrate-json.ts'
import { showState } from './show-state.ts'
import { BadInput } from './split-json.ts'
import type { Task, Terminal } from './terminal.ts'

const usage = `Usage: voter-registration-server civic migrate [IN.json] > OUT.json
       voter-registration-server civic lint PATH…
       voter-registration-server civic show TN [--region "Cook County"]

migrate  turns Civic data of version 1 into version 2: a state, a list of states, one state to a line, or a list of field
         definitions, from a file or standard input. What does not fit is reported on standard error. Of any size.
lint     finds V1 slugs in files and folders and says what takes their place. Exit code 1 when there are any.
show     prints the facts of a state, from the API that CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION name,
         else from the sample data in this package.

  --region  with show: a region's own facts in the place of the state's
  --json    for programs: lint and the report of migrate one JSON object to a line, show one object
`

/** What the command uses besides the terminal. */
export interface CivicDependencies {
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  /** Resolves when more can be written without filling the memory. */
  settled: () => Promise<unknown>
}

const edgesOfProcess: CivicDependencies = {
  stdin: process.stdin,
  settled: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  },
}

const options = { region: { type: 'string' }, json: { type: 'boolean' } } as const

/** Runs `civic`; see {@link Task}. */
export const civicTask: Task = (args, env, terminal) => {
  // A reader such as `head` closes the pipe when it has seen enough.
  process.stdout.once('error', () => process.exit(1))
  return createCivicTask(edgesOfProcess)(args, env, terminal)
}

/** The same with its dependencies passed in. */
export function createCivicTask(dependencies: CivicDependencies): Task {
  return createTask(usage, options, async ({ values, positionals }, env, terminal) => {
    const [name, ...places] = positionals
    const json = values.json === true
    if (name === 'migrate' && places.length <= 1 && values.region === undefined) {
      const [place = '-'] = places
      if (place !== '-' || dependencies.stdin.isTTY !== true) return migrate(place, json, terminal, dependencies)
    }
    if (name === 'lint' && places.length > 0 && values.region === undefined) {
      return lint(places, json, terminal, dependencies)
    }
    if (name !== 'show' || places.length !== 1) return 'This is not one of the commands.'
    const [state] = places
    if (!isStateCode(state)) return `"${state}" is not a state. Use two capital letters, for example TN.`
    return showState(state, values.region, json, terminal, civicSource(env))
  })
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
