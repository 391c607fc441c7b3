/** Every path of every API this project speaks, written once. Paths of the service end with a slash: without it the
 *  service answers 301, which most clients turn into a GET (R-A110, X31). */
import type { StateCode } from './states.ts'

/** Paths of the registration service (Action API, R-A03, R-A90). */
export const servicePaths = {
  registration: '/v1/registration/external/request/',
  tracking: '/v1/event/track/',
} as const

/** Paths of the Civic Data API by version (R-C03, R-C04, R-C34); `{state}` is two letters, upper case (R-C14): see
 *  {@link statePath}. Version 1 is deprecated and has no overrides (R-C35). */
export const civicServicePaths = {
  2: {
    fields: '/v2/election/field/',
    state: '/v2/election/data/state/{state}/',
    overrides: '/v2/election/override/',
  },
  1: {
    fields: '/v1/election/field/',
    state: '/v1/election/data/state/{state}/',
  },
} as const

/** Paths of the Uptime API (R-U01 to R-U07); `{uuid}` is a site's: see {@link uptimePath}. Lists take `limit` and `offset`. */
export const uptimeServicePaths = {
  sites: '/v1/leouptime/sites/',
  sitesDown: '/v1/leouptime/sites-down/',
  site: '/v1/leouptime/sites/{uuid}/',
  siteChecks: '/v1/leouptime/sites/{uuid}/checks/',
  siteDowntime: '/v1/leouptime/sites/{uuid}/downtime/',
  downtime: '/v1/leouptime/downtime/',
} as const

/** Paths of our own backend-for-frontend, as a browser requests them. They avoid the words that content blockers cut
 *  off (*track*, *event*, *widget*, *ads*, *analytics*): a report that is cut off is lost. */
export const bffPaths = {
  registrations: '/registrations',
  presses: '/presses',
  /** The answer of a form that was sent, once more. */
  answers: '/answers',
  settings: '/settings',
  /** Followed by a slash and a language, for example `/words/zh-Hans`: see {@link wordsPath}. */
  words: '/words',
  /** Followed by a slash and a state's code, for example `/states/TN?region=Cook%20County`. */
  states: '/states',
  /** Followed by a slash and the first three digits of a ZIP code, for example `/zips/627`. */
  zips: '/zips',
  /** `?state=TN` for the sites of one state, `?history=1` for how they were of late. */
  sites: '/sites',
  /** The page of all sites for people; beside it the same as CSV, outages as Atom and JSON feeds, and the page's style sheet
   *  and script. */
  status: '/status',
  statusCsv: '/status.csv',
  statusAtom: '/status.atom',
  statusFeed: '/status-feed.json',
  statusStyle: '/status.css',
  statusScript: '/status.js',
  /** The page with the form; its scripts lie below it. */
  page: '/form',
  /** These paths as an OpenAPI 3.1 document. */
  openApi: '/openapi.json',
  health: '/healthz',
  ready: '/readyz',
} as const

/** A state's path in the Civic Data API, for example `/v2/election/data/state/TN/`. */
export function statePath(version: keyof typeof civicServicePaths, code: StateCode): string {
  return civicServicePaths[version].state.replace('{state}', code)
}

/**
 * A path of the Uptime API with its query, for example `/v1/leouptime/sites/?limit=100&offset=200`.
 *
 * @param uuid the site, where the path has one
 * @param place which page of a list; the first when left out
 */
export function uptimePath(
  path: keyof typeof uptimeServicePaths,
  { uuid = '', place }: { uuid?: string; place?: { limit: number; offset: number } } = {},
): string {
  const query = place === undefined ? '' : `?limit=${place.limit}&offset=${place.offset}`
  return uptimeServicePaths[path].replace('{uuid}', encodeURIComponent(uuid)) + query
}

/** What to ask the BFF for a state's facts: path and query, to be joined to its address. */
export function stateFactsPath(code: StateCode, region?: string): string {
  return `${bffPaths.states}/${code}${region === undefined ? '' : `?region=${encodeURIComponent(region)}`}`
}

/** What to ask the BFF for the sites of a state: path and query. A state is all that is asked by. */
export function sitesPath(code: StateCode | undefined): string {
  return `${bffPaths.sites}${code === undefined ? '' : `?state=${code}`}`
}

/** What to ask the BFF for a language's texts. With the version of the form that asks, the answer may be kept for long:
 *  another version asks for another address. */
export function wordsPath(language: string, version: string): string {
  return `${bffPaths.words}/${encodeURIComponent(language)}?v=${encodeURIComponent(version)}`
}

/**
 * A path as a partner's form asks for it, for example `/settings?partner=river-city`.
 *
 * @param path with or without a query
 * @param partner the partner's name, as the page gives it; the path stays as it is where there is none
 */
export function partnerPath(path: string, partner: string | undefined): string {
  if (partner === undefined || partner === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}partner=${encodeURIComponent(partner)}`
}

/**
 * Joins a base address and a path with exactly one slash between them (X17).
 *
 * @param base an absolute address, with or without a slash at its end, for example `https://api.example.org/`
 * @param path a path that begins with a slash; its trailing slash is kept
 */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
