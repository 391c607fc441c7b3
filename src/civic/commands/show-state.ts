/** Prints the facts of a state for the terminal, or as JSON. */
import { getFieldCatalog } from '../../contract/civic-data/catalog.ts'
import { formatDeadlineDate } from '../../contract/civic-data/export.ts'
import { type FactValue, formatFactValue, getFactValue } from '../../contract/civic-data/fact-value.ts'
import { applyOverrides, getRegions, isSameName } from '../../contract/civic-data/override.ts'
import { getFootnotes } from '../../contract/civic-data/state-data.ts'
import type { StateCode } from '../../contract/states.ts'
import { CommandError, formatTable, type Terminal } from '../../server/commands/terminal.ts'
import { createCivicSource, requireAnswer, sampleNote } from './civic-source.ts'

const maxWidth = 76

/** @throws CommandError when the service has no answer or the state has no such region */
export async function showState(
  code: StateCode,
  { region: requestedRegion, json }: { region?: string; json?: boolean },
  { out, note, env }: Terminal,
): Promise<void> {
  const { client, isSample } = createCivicSource(env)
  const answers = await Promise.all([client.state(code), client.overrides(), client.fields()])
  const data = requireAnswer(answers[0])
  const overrides = requireAnswer(answers[1])
  const [, , fields] = answers
  const regions = getRegions(overrides, data)
  const region = regions.find((name) => requestedRegion !== undefined && isSameName(name, requestedRegion))
  if (requestedRegion !== undefined && region === undefined) {
    const hint = regions.length === 0 ? 'It has none.' : `It has ${regions.join(', ')}.`
    throw new CommandError(`${data.name} has no region "${requestedRegion}" with its own facts. ${hint}`, 1)
  }
  const { name, state_information } = applyOverrides(data, overrides, region)
  const catalog = getFieldCatalog(fields.type === 'kept' ? fields.value : undefined)
  const facts = state_information.map((fact) => ({
    field: fact.field_type,
    description: catalog.get(fact.field_type)?.description ?? '',
    value: getFactValue(fact, catalog.get(fact.field_type)?.format),
    date: formatDeadlineDate(fact, code, new Date()),
    footnotes: getFootnotes(fact) ?? '',
    modified_at: fact.modified_at ?? '',
  }))
  if (json) {
    out(
      `${JSON.stringify({ state: code, name, ...(region !== undefined && { region }), regions, sample: isSample, facts })}\n`,
    )
    return
  }
  const rows = facts
    .filter(({ value, footnotes }) => value.is !== 'none' || footnotes !== '')
    .map(({ field, value, date, footnotes, modified_at }) => [
      field,
      shortenText(
        `${formatValue(value)}${date === '' ? '' : ` (${date})`}${footnotes === '' ? '' : ` [${footnotes}]`}`,
      ),
      modified_at.slice(0, 10),
    ])
  out(
    `${name}${region === undefined ? '' : `, ${region}`}\n\n${formatTable(['field', 'value [footnotes]', 'as of'], rows)}`,
  )
  if (regions.length > 0 && region === undefined) out(`\nRegions with their own facts: ${regions.join(', ')}\n`)
  if (isSample) note(sampleNote)
}

function formatValue(value: FactValue): string {
  return value.is === 'none' ? '–' : formatFactValue(value)
}

/** Puts a text on one line, without control characters, which could change the terminal. */
function shortenText(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > maxWidth ? `${line.slice(0, maxWidth - 1)}…` : line
}
