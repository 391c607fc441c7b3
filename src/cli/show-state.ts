/** Prints the facts of a state for a person at a terminal, or as JSON. */

import { civicFromEnvironment } from '../bff/config/environment.ts'
import { type CivicFailure, type CivicUpstream, civicUpstream } from '../bff/upstream/civic-upstream.ts'
import { fetchTransport } from '../bff/upstream/transport-fetch.ts'
import { applyOverrides } from '../contract/civic/apply-overrides.ts'
import { catalogueOf } from '../contract/civic/catalogue.ts'
import { deadlineKindOf, nextDeadline } from '../contract/civic/deadline.ts'
import { type FactValue, factText, factValue } from '../contract/civic/fact-value.ts'
import { isSameName, regionsOf } from '../contract/civic/override.ts'
import { type Fact, footnotesOf } from '../contract/civic/state-data.ts'
import type { StateCode } from '../contract/states.ts'
import { isoDate } from '../contract/text.ts'
import type { Environment } from '../options/read-environment.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { sandboxKey } from '../sandbox/sandbox-key.ts'
import type { Terminal } from './create-task.ts'
import { table } from './table.ts'

/** The most characters of a value in the table; `--json` has all of it. */
const widest = 76

/**
 * Prints all facts of a state that say something, from the Civic Data API that the environment names, else from the
 * package's own sample.
 *
 * @returns 1 when the service has no answer or the state no such region
 * @throws ConfigurationError when `CIVIC_…` is there but cannot work
 */
export async function showState(
  code: StateCode,
  wanted: string | undefined,
  json: boolean,
  { out, err }: Terminal,
  env: Environment,
): Promise<0 | 1> {
  const { upstream, isSample } = civicSource(env)
  const [data, fields, overrides] = await Promise.all([upstream.state(code), upstream.fields(), upstream.overrides()])
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
  const catalogue = catalogueOf(fields.type === 'read' ? fields.value : undefined)
  const facts = state_information.map((fact) => ({
    field: fact.field_type,
    description: catalogue.get(fact.field_type)?.description ?? '',
    value: factValue(fact, catalogue.get(fact.field_type)?.format),
    date: dateOf(fact, code),
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
  if (isSample)
    err('Sample data, never guidance for voters. Set CIVIC_URL, CIVIC_KEY_ID and CIVIC_KEY_SECRET for real data.\n')
  return 0
}

/** The date of a deadline for the next general election, as `2026-10-05`; `''` where there is none. */
function dateOf({ field_type, text }: Fact, code: StateCode): string {
  const kind = deadlineKindOf(field_type)
  const dated = kind && nextDeadline(text, kind, code, new Date())
  return dated === undefined ? '' : dated.days.map(isoDate).join(', ')
}

function civicSource(env: Environment): { upstream: CivicUpstream; isSample: boolean } {
  const access = civicFromEnvironment(env)
  if (access !== undefined) return { upstream: civicUpstream(access, fetchTransport()), isSample: false }
  const sandbox = createSandbox()
  const sample = { url: 'http://127.0.0.1:8788', authorization: `Basic ${btoa(sandboxKey)}`, version: 2 } as const
  const transport = fetchTransport((url, init) => sandbox.fetch(new Request(url, init)))
  return { upstream: civicUpstream(sample, transport), isSample: true }
}

function failed({ why, status, cause }: CivicFailure, err: Terminal['err']): 1 {
  const detail = [status !== undefined && `status ${status}`, cause].filter(Boolean).join(', ')
  err(`The Civic Data service ${said[why]}${detail === '' ? '' : ` (${detail})`}.\n`)
  return 1
}

const said: Record<CivicFailure['why'], string> = {
  unreachable: 'cannot be reached; see CIVIC_URL',
  timeout: 'does not answer in time',
  unwelcome: 'does not accept the key; see CIVIC_KEY_ID and CIVIC_KEY_SECRET',
  busy: 'has too much to do; try again later',
  misunderstood: 'does not know what was asked; see CIVIC_URL and CIVIC_VERSION',
  broken: 'has no answer that can be used',
}

function written(value: FactValue): string {
  return value.is === 'none' ? '–' : factText(value)
}

/** On one line, without what could steer a terminal. */
function short(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line
}
