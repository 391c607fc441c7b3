/** `voter-registration-server civic`: brings V1 data up to version 2, finds V1 slugs in code, shows a state's facts. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isStateCode } from '../contract/states.ts'
import { createTask, type Task, type Terminal } from './create-task.ts'
import { findDeprecated } from './find-deprecated.ts'
import { BadInput, migrateJson } from './migrate-json.ts'
import { showState } from './show-state.ts'

const usage = `Usage: voter-registration-server civic migrate [IN.json] > OUT.json
       voter-registration-server civic lint PATH…
       voter-registration-server civic show TN [--region "Cook County"]

migrate  turns Civic data of version 1 into version 2: a state, a list of states, one state to a line, or a list of field
         definitions, from a file or standard input. What does not fit is reported on standard error.
lint     finds V1 slugs in files and folders and says what takes their place. Exit code 1 when there are any.
show     prints the facts of a state, from the API that CIVIC_URL, CIVIC_KEY_ID, CIVIC_KEY_SECRET and CIVIC_VERSION name,
         else from the sample data in this package.

  --region  with show: a region's own facts in the place of the state's
  --json    for programs: lint and the report of migrate one JSON object to a line, show one object
`

const options = { region: { type: 'string' }, json: { type: 'boolean' } } as const

/** Runs `civic`; see {@link Task}. */
export const civicTask: Task = (args, env, terminal) => {
  // A reader such as `head` closes the pipe when it has seen enough.
  process.stdout.once('error', () => process.exit(1))
  return createCivicTask(process.stdin)(args, env, terminal)
}

/** The same with its standard input passed in. */
export function createCivicTask(stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }): Task {
  return createTask(usage, options, async ({ values, positionals }, env, terminal) => {
    const [name, ...places] = positionals
    const json = values.json === true
    if (name === 'migrate' && places.length <= 1 && values.region === undefined) {
      const [place = '-'] = places
      if (place !== '-') return migrate(place, () => readFile(place), json, terminal)
      if (stdin.isTTY !== true) return migrate('Standard input', () => buffer(stdin), json, terminal)
    }
    if (name === 'lint' && places.length > 0 && values.region === undefined) return lint(places, json, terminal)
    if (name !== 'show' || places.length !== 1) return 'This is not one of the commands.'
    const [state] = places
    if (!isStateCode(state)) return `"${state}" is not a state. Use two capital letters, for example TN.`
    return showState(state, values.region, json, terminal, env)
  })
}

async function migrate(
  from: string,
  bytes: () => Promise<Uint8Array>,
  json: boolean,
  { out, err }: Terminal,
): Promise<0 | 1> {
  let lines = 0
  let lost = 0
  try {
    const text = decoded(await bytes())
    const migrated = migrateJson(text, (about, line) => {
      lines++
      if (line.lost !== '') lost++
      const { slug, outcome, why, see } = line
      const rest = `${line.lost === '' ? '' : ` Lost: ${JSON.stringify(line.lost)}.`}${see.length > 0 ? ` See ${see.join(', ')}.` : ''}`
      err(json ? `${JSON.stringify({ about, ...line })}\n` : `${about} ${outcome} ${slug}: ${why}${rest}\n`)
    })
    out(migrated)
  } catch (error) {
    err(`${badInput(error, from)}\n`)
    return 1
  }
  if (!json) err(`Done. ${lines} lines of report, ${lost} with a text that version 2 has no place for.\n`)
  return 0
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

async function lint(places: readonly string[], json: boolean, { out, err }: Terminal): Promise<0 | 1 | 2> {
  let uses = 0
  let files = 0
  for (const place of places) {
    try {
      for await (const use of findDeprecated(place, () => files++)) {
        uses++
        const { file, line, column, slug, successor } = use
        out(json ? `${JSON.stringify(use)}\n` : `${file}:${line}:${column} ${slug} → ${successor}\n`)
      }
    } catch (error) {
      err(`${badInput(error, place)}\n`)
      return 2
    }
  }
  if (!json) err(`${uses} V1 slugs in ${files} files.\n`)
  return uses > 0 ? 1 : 0
}
