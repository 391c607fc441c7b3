/** Prints and exports Civic data: the catalog of fields, regional values, all facts, and the changes between two exports. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  addRegions,
  type CivicChange,
  diffCivic,
  type ExportedState,
  formatCivicCsv,
  parseExport,
} from '../../contract/civic-data/export.ts'
import { getFieldOptions } from '../../contract/civic-data/field.ts'
import { isOverrideForState } from '../../contract/civic-data/override.ts'
import type { StateData } from '../../contract/civic-data/state-data.ts'
import { type StateCode, stateCodes, states } from '../../contract/states.ts'
import {
  CommandError,
  createProgress,
  formatCount,
  formatTable,
  type Terminal,
} from '../../server/commands/terminal.ts'
import { createCivicSource, requireAnswer, sampleNote } from './civic-source.ts'

export async function showFields(json: boolean, { out, note, env }: Terminal): Promise<void> {
  const { client, isSample } = createCivicSource(env)
  const fields = requireAnswer(await client.fields())
  if (json) for (const field of fields) out(`${JSON.stringify(field)}\n`)
  else {
    const rows = fields.map((field) => [
      field.slug,
      field.field_format,
      getFieldOptions(field).join(', '),
      field.description,
    ])
    out(formatTable(['field', 'format', 'options', 'description'], rows))
    if (isSample) note(sampleNote)
  }
}

export async function showOverrides(
  code: StateCode | undefined,
  json: boolean,
  { out, note, env }: Terminal,
): Promise<void> {
  const { client, isSample } = createCivicSource(env)
  const allOverrides = requireAnswer(await client.overrides())
  const overrides =
    code === undefined
      ? allOverrides
      : allOverrides.filter((override) => isOverrideForState(override, { code, name: states[code] }))
  if (json) for (const override of overrides) out(`${JSON.stringify(override)}\n`)
  else {
    const rows = overrides.map(({ state, region, field, value }) => [state, region.name, field.slug, value])
    out(formatTable(['state', 'region', 'field', 'value'], rows))
    if (isSample) note(sampleNote)
  }
}

const batchSize = 4

/** `folder` gets one file for each state, such as `TN.csv`. Without it everything is printed. */
export async function exportAll(
  { format, out: folder }: { format: 'csv' | 'json'; out?: string },
  { out, note, env }: Terminal,
): Promise<void> {
  const { client, isSample } = createCivicSource(env)
  const [fields, regional] = await Promise.all([client.fields(), client.overrides()])
  const overrides = requireAnswer(regional)
  const stateData = new Map<StateCode, StateData>()
  const progress = createProgress({ note }, `of ${stateCodes.length} states`)
  for (let start = 0; start < stateCodes.length; start += batchSize) {
    const batch = stateCodes.slice(start, start + batchSize)
    const answers = await Promise.all(batch.map((code) => client.state(code)))
    for (const [index, code] of batch.entries()) {
      const answer = answers[index]
      if (answer !== undefined) stateData.set(code, requireAnswer(answer, `${code}: `))
    }
    progress(stateData.size)
  }
  const catalog = fields.type === 'kept' ? fields.value : undefined
  const exportedStates = addRegions([...stateData.values()], overrides)
  const formatExport = (items: readonly ExportedState[]) =>
    format === 'csv'
      ? formatCivicCsv(items, catalog, new Date())
      : `[\n${items.map((state) => JSON.stringify(state)).join(',\n')}\n]\n`
  // The terminal output would spell out a carriage return.
  if (folder === undefined) out(formatExport(exportedStates).replaceAll('\r\n', '\n'))
  else {
    await mkdir(folder, { recursive: true })
    for (const code of stateCodes) {
      await writeFile(
        path.join(folder, `${code}.${format}`),
        formatExport(exportedStates.filter((state) => state.code === code)),
      )
    }
    note(`${stateCodes.length} files in ${folder}.\n`)
  }
  if (isSample) note(sampleNote)
}

/** Each export is a file or a folder of files. The exit code is 1 when something changed. */
export async function showDifference(
  sources: readonly [from: string, to: string],
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  const { out, err, note } = terminal
  const exports: ExportedState[][] = []
  for (const source of sources) {
    try {
      const { states: foundStates, violations: departures } = await readExport(source)
      for (const sentence of departures) err(`${source}: ${sentence}\n`)
      if (foundStates.length === 0)
        throw new CommandError(`${source}: no state was found. Use a file of "civic export", or a folder of them.`, 2)
      exports.push(foundStates)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      throw new CommandError(`${source} cannot be read (${String(error.code)}).`, 2)
    }
  }
  const { changes, onlyDates } = diffCivic(exports[0] ?? [], exports[1] ?? [])
  for (const change of changes) out(json ? `${JSON.stringify(change)}\n` : formatChange(change))
  const count = new Set(changes.map(({ code }) => code)).size
  if (!json)
    note(
      `${formatCount(changes.length, 'change')} in ${formatCount(count, 'state')}. Only the date differs: ${formatCount(onlyDates, 'fact')}.\n`,
    )
  if (changes.length > 0) terminal.exitCode = 1
}

async function readExport(source: string): Promise<ReturnType<typeof parseExport>> {
  if (!(await stat(source)).isDirectory()) return parseExport(await readFile(source, 'utf8'))
  const names = (await readdir(source)).filter((name) => /\.(csv|json)$/i.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => parseExport(await readFile(path.join(source, name), 'utf8'))),
  )
  return { states: files.flatMap((file) => file.states), violations: files.flatMap((file) => file.violations) }
}

function formatChange({ code, region, field, part, previous, current }: CivicChange): string {
  const location = [code, region, field, part].filter(Boolean).join(' ')
  return `${location}\n${prefixLines('-', previous)}${prefixLines('+', current)}`
}

function prefixLines(sign: '-' | '+', text: string): string {
  return text === '' ? '' : `${sign} ${text.replaceAll('\n', `\n${sign} `)}\n`
}
