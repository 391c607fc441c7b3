/** A partner's own migration: must type-check against the packed package. */
import { getSlugMapping, migrateStateData, type V1StateData } from 'voter-registration-civic'

export const migrated = (v1: V1StateData) => migrateStateData(v1)
export const mapping = getSlugMapping('registration_deadline')
