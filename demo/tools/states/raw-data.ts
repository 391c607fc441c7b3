/** All of the service's data about a state, for this page: the raw data, in version 2 or migrated from version 1. */

import {
  type Field,
  type Override,
  readFields,
  readOverrides,
  readStateData,
  type StateCode,
  type StateData,
} from 'voter-registration/contract'
import { type MigrationLine, migrateFields, migrateStateData, readV1Fields } from 'voter-registration-civic'

/** The version of the data. */
export type Version = '2' | '1'

/** The catalog of fields, and the report of its migration. */
export interface Catalogue {
  fields: Field[]
  report: MigrationLine[]
}

/** A state, and the report of its migration. */
export interface RawState {
  stateData: StateData
  report: MigrationLine[]
}

/** Reads raw data from this site's server, and caches it. Rejects when it is not available. */
export interface RawData {
  catalogue(version: Version): Promise<Catalogue>
  state(version: Version, code: StateCode): Promise<RawState>
  overrides(): Promise<readonly Override[]>
}

/** @param get fetches JSON from a URL */
export function rawData(get: (url: string) => Promise<unknown> = getJson): RawData {
  const kept = new Map<string, Promise<unknown>>()
  const once = (url: string) => {
    const before = kept.get(url)
    if (before !== undefined) return before
    const asked = get(url)
    kept.set(url, asked)
    asked.catch(() => kept.delete(url))
    return asked
  }
  const version2 = async () => readFields(await once('/civic/2/fields')).fields
  return {
    async catalogue(version) {
      const fields = await version2()
      if (version === '2') return { fields, report: [] }
      return migrateFields(readV1Fields(await once('/civic/1/fields')).fields, { fields })
    },
    async overrides() {
      return readOverrides(await once('/civic/2/overrides')).overrides
    },
    async state(version, code) {
      const read = readStateData(await once(`/civic/${version}/states/${code}`))
      if (read === undefined) throw new Error(`The sandbox has no data for ${code}.`)
      const { stateData } = read
      return version === '2' ? { stateData, report: [] } : migrateStateData(stateData, { fields: await version2() })
    },
  }
}

async function getJson(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} responded with ${answer.status}.`)
  return answer.json()
}
