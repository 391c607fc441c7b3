/** The Civic Data API over HTTP: three reads, each with a deadline for every try, a limit on its size and one repeat. */
import { type Field, readFields } from '../../contract/civic/field.ts'
import { migrateFields } from '../../contract/civic/migrate-v1-fields.ts'
import { migrateStateData } from '../../contract/civic/migrate-v1-state-data.ts'
import { type Override, readOverrides } from '../../contract/civic/override.ts'
import { readStateData, type StateData } from '../../contract/civic/state-data.ts'
import { readV1Fields } from '../../contract/civic/v1.ts'
import { civicServicePaths, joinUrl, statePath } from '../../contract/routes.ts'
import type { StateCode } from '../../contract/states.ts'
import { version } from '../version.ts'
import { readJson } from './read-json.ts'
import { retryAfter } from './retry-after.ts'
import { errorCode, NotSent, type Transport, type TransportReply } from './transport.ts'

/** Where the Civic data is, and how to get in. Holds the key: never logged, never answered. */
export interface CivicAccess {
  url: string
  /** The value of the `Authorization` header. Not sent to the open endpoint (R-C05). */
  authorization: string
  version: 1 | 2
}

/** Why there is no data. */
export interface CivicFailure {
  at: 'failed'
  why: 'unreachable' | 'timeout' | 'unwelcome' | 'busy' | 'misunderstood' | 'broken'
  /** The service's status. */
  status?: number
  /** One word for the log. */
  cause?: string
  /** Seconds. */
  retryAfter?: number
}

/** What came of asking: the data in version 2, with a sentence for everything in it that could not be used. */
export type CivicReply<Value> = { at: 'read'; value: Value; departures: readonly string[] } | CivicFailure

/** The service. No call ever throws. */
export interface CivicUpstream {
  state(code: StateCode): Promise<CivicReply<StateData>>
  fields(): Promise<CivicReply<readonly Field[]>>
  /** None from version 1, which has no overrides (R-C35). */
  overrides(): Promise<CivicReply<readonly Override[]>>
}

/** How long one try may take, the body included, in milliseconds. */
export const civicDeadline = 5_000

/** The most bytes of an answer that are read: ten times what all overrides of the country may need. */
const mostBytes = 4 * 1024 * 1024

/** A {@link CivicUpstream} at an address, of either version. */
export function civicUpstream(
  { url, authorization, version: spoken }: CivicAccess,
  transport: Transport,
  deadline = civicDeadline,
): CivicUpstream {
  const common = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `voter-registration/${version}`,
  }
  const open = (path: string) => twice(() => once(path, common))
  const withKey = (path: string) => twice(() => once(path, { ...common, authorization }))

  async function once(path: string, headers: Readonly<Record<string, string>>): Promise<Got> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), deadline)
    const { signal } = controller
    try {
      const reply = await transport({ url: joinUrl(url, path), method: 'GET', headers, body: '', signal })
      const got = await read(reply)
      return signal.aborted && got.at === 'failed' ? { at: 'failed', why: 'timeout' } : got
    } catch (error) {
      if (signal.aborted) return { at: 'failed', why: 'timeout' }
      return { at: 'failed', why: error instanceof NotSent ? 'unreachable' : 'broken', cause: errorCode(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async state(code) {
      const got = await withKey(statePath(spoken, code))
      if (got.at === 'failed') return got
      const data = readStateData(got.value)
      // The facts of another state are worse than none.
      if (data === undefined || data.stateData.code !== code) return unusable('not_this_state')
      if (spoken === 2) return { at: 'read', value: data.stateData, departures: data.departures }
      return { at: 'read', value: migrateStateData(data.stateData).stateData, departures: data.departures }
    },
    async fields() {
      const got = await open(civicServicePaths[spoken].fields)
      if (got.at === 'failed') return got
      const { fields, departures } = spoken === 2 ? readFields(got.value) : migratedFields(got.value)
      return fields.length === 0 ? unusable('no_fields') : { at: 'read', value: fields, departures }
    },
    async overrides() {
      if (spoken === 1) return { at: 'read', value: [], departures: [] }
      const got = await withKey(civicServicePaths[2].overrides)
      if (got.at === 'failed') return got
      if (!Array.isArray(got.value)) return unusable('no_list')
      const { overrides, departures } = readOverrides(got.value)
      return { at: 'read', value: overrides, departures }
    },
  }
}

type Got = { at: 'got'; value: unknown } | CivicFailure

/** Once more where that may help: nothing was sent, the connection broke, or the service had an accident. */
async function twice(ask: () => Promise<Got>): Promise<Got> {
  const first = await ask()
  const again = first.at === 'failed' && (first.why === 'unreachable' || (first.why === 'broken' && !hasAnswer(first)))
  return again ? ask() : first
}

const hasAnswer = ({ status }: CivicFailure) => status === 200

const unusable = (cause: string): CivicFailure => ({ at: 'failed', why: 'broken', status: 200, cause })

async function read(reply: TransportReply): Promise<Got> {
  const { status } = reply
  if (status === 200) {
    const json = await readJson(reply, mostBytes)
    return json.at === 'read' ? { at: 'got', value: json.value } : unusable(json.why)
  }
  reply.discard()
  if (status === 401 || status === 403) return { at: 'failed', why: 'unwelcome', status }
  if (status === 429) {
    const seconds = retryAfter(reply, 60)
    return { at: 'failed', why: 'busy', status, ...(seconds !== undefined && { retryAfter: seconds }) }
  }
  return { at: 'failed', why: status >= 500 ? 'broken' : 'misunderstood', status }
}

function migratedFields(value: unknown): { fields: readonly Field[]; departures: readonly string[] } {
  const { fields, departures } = readV1Fields(value)
  return { fields: migrateFields(fields).fields, departures }
}
