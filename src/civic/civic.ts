/** Entry point: functions for Civic data, for your own programs: check it, export it, migrate version 1 to version 2. */

export * from '../contract/civic-data/catalogue.ts'
export * from '../contract/civic-data/check-civic.ts'
export * from '../contract/civic-data/data/known-fields.ts'
export * from '../contract/civic-data/data/migrate-v1.tables.ts'
export * from '../contract/civic-data/export.ts'
export { deprecatedSlugs, type Fate, fateOf, successorsOf } from '../contract/civic-data/migrate-v1.ts'
export * from '../contract/civic-data/migrate-v1-fields.ts'
export * from '../contract/civic-data/migrate-v1-state-data.ts'
export * from '../contract/civic-data/migration-report.ts'
export { MixedField, readV1Fields, V1Fact, V1Field, V1StateData } from '../contract/civic-data/v1.ts'
