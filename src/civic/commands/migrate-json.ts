/** Migrates Civic data of version 1 in JSON: one state, a list of states, one state a line, or definitions. */
import { migrateFields } from '../../contract/civic-data/migrate-v1-fields.ts'
import { migrateStateData } from '../../contract/civic-data/migrate-v1-state-data.ts'
import type { MigrationLine } from '../../contract/civic-data/migration-report.ts'
import { MixedField, V1StateData } from '../../contract/civic-data/v1.ts'

export type MigrationReport = (source: string, line: MigrationLine) => void

/** Error in the input; its message begins with the place, for example `$[3].state_information[7].text`. */
export class InputError extends Error {
  override name = 'InputError'

  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path} ${problem}`)
  }
}

/** JSON text of the same layout: a list stays a list, lines stay lines. */
export function migrateJson(text: string, report: MigrationReport): string {
  const { values, isList } = parseInputs(text)
  const kind = values[0] === undefined ? 'state' : getInputKind(values[0])
  for (const input of values) {
    const inputKind = getInputKind(input)
    if (inputKind === kind) continue
    throw new InputError(input.path, `is a ${inputKind} among ${kind}s. Migrate them separately.`)
  }
  const results = (kind === 'state' ? migrateStates : migrateDefinitions)(values, report).map((value) =>
    JSON.stringify(value),
  )
  if (!isList) return `${results.join('\n')}\n`
  return results.length === 0 ? '[]\n' : `[\n${results.join(',\n')}\n]\n`
}

/** A value of the input, with its place: `$` for the whole, `$[3]` for an item of a list, `$ (value 4)` for a line. */
interface Input {
  path: string
  value: unknown
}

function migrateStates(values: readonly Input[], report: MigrationReport): unknown[] {
  return values.map((input) => {
    const { stateData, report: lines } = migrateStateData(validateInput(V1StateData, input))
    for (const line of lines) report(stateData.code, line)
    return stateData
  })
}

/** Migrates all definitions together, because they depend on each other. */
function migrateDefinitions(values: readonly Input[], report: MigrationReport): unknown[] {
  const { fields, report: lines } = migrateFields(values.map((input) => validateInput(MixedField, input)))
  for (const line of lines) report('fields', line)
  return fields
}

function parseInputs(text: string): { values: Input[]; isList: boolean } {
  if (text.trim() === '') throw new InputError('$', 'is empty.')
  const parsed = tryParseJson(text)
  if ('value' in parsed) {
    const { value } = parsed
    if (!Array.isArray(value)) return { values: [{ path: '$', value }], isList: false }
    return { values: value.map((item: unknown, index) => ({ path: `$[${index}]`, value: item })), isList: true }
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!('value' in tryParseJson(lines[0] ?? ''))) throw new InputError('$', parsed.problem)
  const values = lines.map((line, index) => {
    const path = index === 0 ? '$' : `$ (value ${index + 1})`
    const parsedLine = tryParseJson(line)
    if ('value' in parsedLine) return { path, value: parsedLine.value }
    throw new InputError(path, parsedLine.problem)
  })
  return { values, isList: false }
}

function tryParseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` }
  }
}

function getInputKind({ value, path }: Input): 'state' | 'field' {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if ('state_information' in value) return 'state'
    if ('slug' in value) return 'field'
  }
  throw new InputError(
    path,
    'is neither a state (code, name, state_information) nor a definition (slug, field_format).',
  )
}

interface Schema<Value> {
  safeParse: (value: unknown) =>
    | { success: true; data: Value }
    | {
        success: false
        error: { issues: readonly { path: readonly PropertyKey[]; code?: string; expected?: unknown }[] }
      }
}

function validateInput<Value>(schema: Schema<Value>, { value, path }: Input): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const subpath = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const expected = issue?.code === 'invalid_type' ? typeNames[String(issue.expected)] : undefined
  throw new InputError(`${path}${subpath}`, `is missing or not ${expected ?? 'what it must be'}.`)
}

const typeNames: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'an object' }
