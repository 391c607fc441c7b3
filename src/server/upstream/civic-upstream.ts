/** The Civic Data API over HTTP: three reads, each with a deadline per attempt, a size limit and one retry. */
import { type Field, parseFields } from '../../contract/civic-data/field.ts'
import { migrateFields } from '../../contract/civic-data/migrate-v1-fields.ts'
import { migrateStateData } from '../../contract/civic-data/migrate-v1-state-data.ts'
import { type Override, parseOverrides } from '../../contract/civic-data/override.ts'
import { parseStateData, type StateData } from '../../contract/civic-data/state-data.ts'
import { parseV1Fields } from '../../contract/civic-data/v1.ts'
import { civicServicePaths, statePath } from '../../contract/routes.ts'
import type { StateCode } from '../../contract/states.ts'
import { getJson, type ReadFailure, retryOnce, toFailure } from './read-reply.ts'
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
export type CivicReply<Value> = { type: 'read'; value: Value; violations: readonly string[] } | CivicFailure

export type CivicUpstream = ReturnType<typeof civicUpstream>

/** Deadline of one attempt, the body included, in milliseconds. */
export const civicTimeoutMs = 5_000

/** Maximum size of a response, in bytes: ten times what all overrides of the country may need. */
const maxResponseBytes = 4 * 1024 * 1024

export function civicUpstream(
  { url, authorization, version: apiVersion }: CivicAccess,
  transport: Transport,
  timeoutMs = civicTimeoutMs,
) {
  const readOptions = { transport, url, timeoutMs, maxBytes: maxResponseBytes }
  const fetchPublic = (path: string) => retryOnce(() => getJson(path, readOptions))
  const fetchWithKey = (path: string) => retryOnce(() => getJson(path, { ...readOptions, authorization }))

  return {
    async state(code: StateCode): Promise<CivicReply<StateData>> {
      const reply = await fetchWithKey(statePath(apiVersion, code))
      if (reply.type === 'failed') return reply
      const data = parseStateData(reply.value)
      if (data === undefined || data.stateData.code !== code) return toFailure('not_this_state')
      if (apiVersion === 2) return { type: 'read', value: data.stateData, violations: data.violations }
      return { type: 'read', value: migrateStateData(data.stateData).stateData, violations: data.violations }
    },
    async fields(): Promise<CivicReply<readonly Field[]>> {
      const reply = await fetchPublic(civicServicePaths[apiVersion].fields)
      if (reply.type === 'failed') return reply
      const { fields, violations } = apiVersion === 2 ? parseFields(reply.value) : readMigratedFields(reply.value)
      return fields.length === 0 ? toFailure('no_fields') : { type: 'read', value: fields, violations }
    },
    /** Empty with version 1, which has no overrides (R-C35). */
    async overrides(): Promise<CivicReply<readonly Override[]>> {
      if (apiVersion === 1) return { type: 'read', value: [], violations: [] }
      const reply = await fetchWithKey(civicServicePaths[2].overrides)
      if (reply.type === 'failed') return reply
      if (!Array.isArray(reply.value)) return toFailure('no_list')
      const { overrides, violations } = parseOverrides(reply.value)
      return { type: 'read', value: overrides, violations }
    },
  }
}

function readMigratedFields(value: unknown): { fields: readonly Field[]; violations: readonly string[] } {
  const { fields, violations } = parseV1Fields(value)
  return { fields: migrateFields(fields).fields, violations }
}
