/** The Civic Data API over HTTP: three reads, each with a deadline per attempt, a size limit and one retry. */
import { type Field, readFields } from '../../contract/civic-data/field.ts'
import { migrateFields } from '../../contract/civic-data/migrate-v1-fields.ts'
import { migrateStateData } from '../../contract/civic-data/migrate-v1-state-data.ts'
import { type Override, readOverrides } from '../../contract/civic-data/override.ts'
import { readStateData, type StateData } from '../../contract/civic-data/state-data.ts'
import { readV1Fields } from '../../contract/civic-data/v1.ts'
import { civicServicePaths, statePath } from '../../contract/routes.ts'
import type { StateCode } from '../../contract/states.ts'
import { getJson, type ReadFailure, retryOnce, unusable } from './read-reply.ts'
import type { Transport } from './transport.ts'

/** Address and credentials of the Civic Data API. Holds the key: never logged, never sent in a response. */
export interface CivicAccess {
  url: string
  /** The value of the `Authorization` header. Not sent to the open endpoint (R-C05). */
  authorization: string
  version: 1 | 2
}

export type CivicFailure = ReadFailure

/** The result of a read: the data in version 2, with a sentence for everything in it that could not be used. */
export type CivicReply<Value> = { type: 'read'; value: Value; departures: readonly string[] } | CivicFailure

export type CivicUpstream = ReturnType<typeof civicUpstream>

/** Deadline of one attempt, the body included, in milliseconds. */
export const civicDeadline = 5_000

/** Maximum size of a response, in bytes: ten times what all overrides of the country may need. */
const maxBytes = 4 * 1024 * 1024

export function civicUpstream(
  { url, authorization, version: spoken }: CivicAccess,
  transport: Transport,
  deadline = civicDeadline,
) {
  const reading = { transport, url, deadline, mostBytes: maxBytes }
  const open = (path: string) => retryOnce(() => getJson(path, reading))
  const withKey = (path: string) => retryOnce(() => getJson(path, { ...reading, authorization }))

  return {
    async state(code: StateCode): Promise<CivicReply<StateData>> {
      const got = await withKey(statePath(spoken, code))
      if (got.type === 'failed') return got
      const data = readStateData(got.value)
      if (data === undefined || data.stateData.code !== code) return unusable('not_this_state')
      if (spoken === 2) return { type: 'read', value: data.stateData, departures: data.departures }
      return { type: 'read', value: migrateStateData(data.stateData).stateData, departures: data.departures }
    },
    async fields(): Promise<CivicReply<readonly Field[]>> {
      const got = await open(civicServicePaths[spoken].fields)
      if (got.type === 'failed') return got
      const { fields, departures } = spoken === 2 ? readFields(got.value) : migratedFields(got.value)
      return fields.length === 0 ? unusable('no_fields') : { type: 'read', value: fields, departures }
    },
    /** Empty with version 1, which has no overrides (R-C35). */
    async overrides(): Promise<CivicReply<readonly Override[]>> {
      if (spoken === 1) return { type: 'read', value: [], departures: [] }
      const got = await withKey(civicServicePaths[2].overrides)
      if (got.type === 'failed') return got
      if (!Array.isArray(got.value)) return unusable('no_list')
      const { overrides, departures } = readOverrides(got.value)
      return { type: 'read', value: overrides, departures }
    },
  }
}

function migratedFields(value: unknown): { fields: readonly Field[]; departures: readonly string[] } {
  const { fields, departures } = readV1Fields(value)
  return { fields: migrateFields(fields).fields, departures }
}
