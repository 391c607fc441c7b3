/** Prints the facts of a state for the terminal, or as JSON. */

import { applyOverrides } from '../../contract/civic-data/apply-overrides.ts'
import { catalogueOf } from '../../contract/civic-data/catalogue.ts'
import { dateOf } from '../../contract/civic-data/export.ts'
import { type FactValue, factText, factValue } from '../../contract/civic-data/fact-value.ts'
import { isSameName, regionsOf } from '../../contract/civic-data/override.ts'
import { footnotesOf } from '../../contract/civic-data/state-data.ts'
import type { StateCode } from '../../contract/states.ts'
import { table } from '../../server/commands/table.ts'
import type { Terminal } from '../../server/commands/task.ts'
import type { Environment } from '../../server/options/read-environment.ts'
import { civicSource, failed, sampleNote } from './civic-source.ts'

/** Maximum number of characters of a value in the table; `--json` prints all of it. */
const widest = 76

/**
 * Prints all facts of a state that have a value or footnotes, from the Civic Data API that the environment names, else from
 * the sample in this package.
 *
 * @returns 1 when the service has no answer or the state has no such region
 * @throws ConfigurationError when `CIVIC_…` is set but cannot work
 */
export async function showState(
  code: StateCode,
  wanted: string | undefined,
  json: boolean,
  { out, err, note }: Terminal,
  env: Environment,
): Promise<0 | 1> {
  const { client, isSample } = civicSource(env)
  const [data, fields, overrides] = await Promise.all([client.state(code), client.fields(), client.overrides()])
  if (data.type === 'failed') return failed(data, err)
  if (overrides.type === 'failed') return failed(overrides, err)
  const regions = regionsOf(overrides.value, data.value)
  const region = regions.find((name) => wanted !== undefined && isSameName(name, wanted))
  if (wanted !== undefined && region === undefined) {
    const has = regions.length === 0 ? 'It has none.' : `It has ${regions.join(', ')}.`
    err(`${data.value.name} has no region "${wanted}" with facts of its own. ${has}\n`)
    return 1
  }
  const { name, state_information } = applyOverrides(data.value, overrides.value, region)
  const catalogue = catalogueOf(fields.type === 'kept' ? fields.value : undefined)
  const facts = state_information.map((fact) => ({
    field: fact.field_type,
    description: catalogue.get(fact.field_type)?.description ?? '',
    value: factValue(fact, catalogue.get(fact.field_type)?.format),
    date: dateOf(fact, code, new Date()),
    footnotes: footnotesOf(fact) ?? '',
    modified_at: fact.modified_at ?? '',
  }))
  if (json) {
    out(
      `${JSON.stringify({ state: code, name, ...(region !== undefined && { region }), regions, sample: isSample, facts })}\n`,
    )
    return 0
  }
  const rows = facts
    .filter(({ value, footnotes }) => value.is !== 'none' || footnotes !== '')
    .map(({ field, value, date, footnotes, modified_at }) => [
      field,
      short(`${written(value)}${date === '' ? '' : ` (${date})`}${footnotes === '' ? '' : ` [${footnotes}]`}`),
      modified_at.slice(0, 10),
    ])
  out(`${name}${region === undefined ? '' : `, ${region}`}\n\n${table(['field', 'value [footnotes]', 'as of'], rows)}`)
  if (regions.length > 0 && region === undefined) out(`\nRegions with facts of their own: ${regions.join(', ')}\n`)
  if (isSample) note(sampleNote)
  return 0
}

function written(value: FactValue): string {
  return value.is === 'none' ? '–' : factText(value)
}

/** Puts a text on one line, without control characters, which could change the terminal. */
function short(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line
}
