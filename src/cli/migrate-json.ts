/** Migrates Civic data of version 1 that comes as JSON: one state, a list of states, states line by line, definitions. */
import { migrateFields } from '../contract/civic/migrate-v1-fields.ts'
import { migrateStateData } from '../contract/civic/migrate-v1-state-data.ts'
import type { MigrationLine } from '../contract/civic/migration-report.ts'
import { MixedField, V1StateData } from '../contract/civic/v1.ts'
import { BadInput, type JsonPart, splitJson } from './split-json.ts'

/** Called with every line of the report; `about` is the state's code, or `fields` for definitions. */
export type Report = (about: string, line: MigrationLine) => void

/**
 * The same in version 2, as JSON text of the same make: a list stays a list, lines stay lines. States are written as they
 * come, so that only one is in memory; definitions are few, depend on each other, and are written at the end.
 *
 * @throws BadInput with the path of what cannot be used; what was written before it is incomplete then
 */
export async function* migrateJson(chunks: AsyncIterable<Uint8Array>, report: Report): AsyncGenerator<string> {
  let kind: 'state' | 'field' | undefined
  let of: JsonPart['of'] | undefined
  let written = 0
  const definitions: MixedField[] = []
  const next = (value: unknown) => {
    const text = JSON.stringify(value)
    written++
    return of === 'nothing' ? `${text}\n` : `${written === 1 ? '[\n' : ',\n'}${text}`
  }
  for await (const part of splitJson(chunks)) {
    of = part.of
    const value = parsed(part)
    const found = kindOf(value, part.path)
    kind ??= found
    if (found !== kind) throw new BadInput(part.path, `is a ${found} among ${kind}s. Migrate them one after the other.`)
    if (kind === 'field') {
      definitions.push(checked(MixedField, value, part.path))
      continue
    }
    const { stateData, report: lines } = migrateStateData(checked(V1StateData, value, part.path))
    for (const line of lines) report(stateData.code, line)
    yield next(stateData)
  }
  const { fields, report: lines } = migrateFields(definitions)
  for (const line of lines) report('fields', line)
  for (const field of fields) yield next(field)
  if (of !== 'nothing') yield written === 0 ? '[]\n' : '\n]\n'
}

function parsed({ text, path }: JsonPart): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadInput(path, `is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
}

function kindOf(value: unknown, path: string): 'state' | 'field' {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if ('state_information' in value) return 'state'
    if ('slug' in value) return 'field'
  }
  throw new BadInput(path, 'is neither a state (code, name, state_information) nor a definition (slug, field_format).')
}

/** A schema of the contract, as much as is needed of it. */
interface Schema<Value> {
  safeParse: (value: unknown) =>
    | { success: true; data: Value }
    | {
        success: false
        error: { issues: readonly { path: readonly PropertyKey[]; code?: string; expected?: unknown }[] }
      }
}

function checked<Value>(schema: Schema<Value>, value: unknown, path: string): Value {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const expected = issue?.code === 'invalid_type' ? names[String(issue.expected)] : undefined
  throw new BadInput(`${path}${place}`, `is missing or not ${expected ?? 'what it must be'}.`)
}

const names: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'an object' }
