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
import { civicSource, requireAnswer, sampleNote } from './civic-source.ts'

export async function showFields(json: boolean, { out, note, env }: Terminal): Promise<void> {
  const { client, isSample } = civicSource(env)
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
  const { client, isSample } = civicSource(env)
  const all = requireAnswer(await client.overrides())
  const overrides =
    code === undefined ? all : all.filter((one) => isOverrideForState(one, { code, name: states[code] }))
  if (json) for (const override of overrides) out(`${JSON.stringify(override)}\n`)
  else {
    const rows = overrides.map(({ state, region, field, value }) => [state, region.name, field.slug, value])
    out(formatTable(['state', 'region', 'field', 'value'], rows))
    if (isSample) note(sampleNote)
  }
}

const atATime = 4

/** `folder` gets one file for each state, such as `TN.csv`. Without it everything is printed. */
export async function exportAll(
  { format, out: folder }: { format: 'csv' | 'json'; out?: string },
  { out, note, env }: Terminal,
): Promise<void> {
  const { client, isSample } = civicSource(env)
  const [fields, regional] = await Promise.all([client.fields(), client.overrides()])
  const overrides = requireAnswer(regional)
  const read = new Map<StateCode, StateData>()
  const progress = createProgress({ note }, `of ${stateCodes.length} states`)
  for (let at = 0; at < stateCodes.length; at += atATime) {
    const some = stateCodes.slice(at, at + atATime)
    const answers = await Promise.all(some.map((code) => client.state(code)))
    for (const [place, code] of some.entries()) {
      const answer = answers[place]
      if (answer !== undefined) read.set(code, requireAnswer(answer, `${code}: `))
    }
    progress(read.size)
  }
  const catalog = fields.type === 'kept' ? fields.value : undefined
  const all = addRegions([...read.values()], overrides)
  const write = (some: readonly ExportedState[]) =>
    format === 'csv'
      ? formatCivicCsv(some, catalog, new Date())
      : `[\n${some.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
  // The terminal output would spell out a carriage return.
  if (folder === undefined) out(write(all).replaceAll('\r\n', '\n'))
  else {
    await mkdir(folder, { recursive: true })
    for (const code of stateCodes) {
      await writeFile(path.join(folder, `${code}.${format}`), write(all.filter((one) => one.code === code)))
    }
    note(`${stateCodes.length} files in ${folder}.\n`)
  }
  if (isSample) note(sampleNote)
}

/** Each export is a file or a folder of files. The exit code is 1 when something changed. */
export async function showDifference(
  places: readonly [from: string, to: string],
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  const { out, err, note } = terminal
  const both: ExportedState[][] = []
  for (const place of places) {
    try {
      const { states: found, violations: departures } = await readAll(place)
      for (const sentence of departures) err(`${place}: ${sentence}\n`)
      if (found.length === 0)
        throw new CommandError(`${place}: no state was found. Use a file of "civic export", or a folder of them.`, 2)
      both.push(found)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      throw new CommandError(`${place} cannot be read (${String(error.code)}).`, 2)
    }
  }
  const { changes, onlyDates } = diffCivic(both[0] ?? [], both[1] ?? [])
  for (const change of changes) out(json ? `${JSON.stringify(change)}\n` : said(change))
  const count = new Set(changes.map(({ code }) => code)).size
  if (!json)
    note(
      `${formatCount(changes.length, 'change')} in ${formatCount(count, 'state')}. Only the date differs: ${formatCount(onlyDates, 'fact')}.\n`,
    )
  if (changes.length > 0) terminal.exitCode = 1
}

async function readAll(place: string): Promise<ReturnType<typeof parseExport>> {
  if (!(await stat(place)).isDirectory()) return parseExport(await readFile(place, 'utf8'))
  const names = (await readdir(place)).filter((name) => /\.(csv|json)$/i.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => parseExport(await readFile(path.join(place, name), 'utf8'))),
  )
  return { states: files.flatMap((file) => file.states), violations: files.flatMap((file) => file.violations) }
}

function said({ code, region, field, part: what, previous: before, current: after }: CivicChange): string {
  const where = [code, region, field, what].filter(Boolean).join(' ')
  return `${where}\n${marked('-', before)}${marked('+', after)}`
}

function marked(mark: '-' | '+', text: string): string {
  return text === '' ? '' : `${mark} ${text.replaceAll('\n', `\n${mark} `)}\n`
}
