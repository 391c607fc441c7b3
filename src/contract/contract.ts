/** Entry point: the schemas of all requests and responses, for a partner who writes their own client or server. */
export * from './bff-api.ts'
export {
  type DatedDeadline,
  type DeadlineKind,
  type DeadlinePart,
  type DeadlineRule,
  dateDeadline,
  deadlineKinds,
  getDeadlineKind,
  getNextDeadline,
  getNextGeneralElection,
  type NextDeadline,
  parseDeadline,
} from './civic-data/deadline.ts'
export * from './civic-data/fact-value.ts'
export * from './civic-data/field.ts'
export * from './civic-data/override.ts'
export * from './civic-data/state-data.ts'
export { parseStateFacts, StateFact, StateFacts, StateFactValue } from './civic-data/state-facts.ts'
export { type CsvCell, formatCsv, formatCsvRow, parseCsv } from './csv.ts'
export { parseDateTime } from './dates.ts'
export { closestLanguage, type LanguageCode, languageCodes, languageNames } from './languages.ts'
export { getContrast } from './readable-colors.ts'
export * from './registration.ts'
export * from './request-fields.ts'
export * from './routes.ts'
export * from './sealed-tokens.ts'
export * from './service-messages.ts'
export {
  AddressedSite,
  type FailureKind,
  type Outage,
  type RecentCheck,
  SiteDetails,
  SiteDetailsList,
  SiteHistory,
  SiteState,
  Sites,
} from './sites.ts'
export * from './states.ts'
export * from './text.ts'
export * from './text-schemas.ts'
export { type ColorToken, defaultColors, type ThemeToken, themeTokens } from './theme-tokens.ts'
export * from './uptime.ts'
