/** The paths of every API here. Those of the service end with a slash: without it most clients turn its 301 into a GET (R-A110, X31). */
import type { StateCode } from './states.ts'

/** Paths of the registration service (Action API, R-A03, R-A90). */
export const servicePaths = {
  registration: '/v1/registration/external/request/',
  tracking: '/v1/event/track/',
} as const

/** Paths of the Civic Data API by version (R-C03, R-C04, R-C34): see {@link statePath}. Version 1 is deprecated (R-C35). */
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

/** Paths of our own BFF. They avoid the words that content blockers block (*track*, *event*, *widget*, *ads*): a blocked report is lost. */
export const bffPaths = {
  registrations: '/registrations',
  presses: '/presses',
  /** Returns the answer of a sent form again. */
  answers: '/answers',
  settings: '/settings',
  /** See {@link wordsPath}. */
  words: '/words',
  /** See {@link stateFactsPath}. */
  states: '/states',
  /** See {@link sitesPath}. */
  sites: '/sites',
  page: '/form',
  openApi: '/openapi.json',
  health: '/healthz',
  ready: '/readyz',
} as const

/** Paths of the monitor's status page, beside its Uptime API. The page names the others relative to itself. */
export const statusPaths = {
  /** The page of all sites, for people: `?state=TN`, `?tool=`, `?down=1`. */
  page: '/status',
  /** The same as JSON, for programs: {@link ShownSites}. */
  json: '/status.json',
  style: '/status.css',
} as const

/** Where the BFF serves the form's script files; followed by their version and a file's name. */
export const scriptsPath = '/element'

/** A state's path in the Civic Data API, for example `/v2/election/data/state/TN/`. */
export function statePath(version: keyof typeof civicServicePaths, code: StateCode): string {
  return civicServicePaths[version].state.replace('{state}', code)
}

/** For example `/v1/leouptime/sites/?limit=100&offset=200`; `place` is the page of a list. */
export function uptimePath(
  path: keyof typeof uptimeServicePaths,
  { uuid = '', place }: { uuid?: string; place?: { limit: number; offset: number } } = {},
): string {
  const query = place === undefined ? '' : `?limit=${place.limit}&offset=${place.offset}`
  return uptimeServicePaths[path].replace('{uuid}', encodeURIComponent(uuid)) + query
}

export function stateFactsPath(code: StateCode, region?: string): string {
  return `${bffPaths.states}/${code}${region === undefined ? '' : `?region=${encodeURIComponent(region)}`}`
}

export function sitesPath(code: StateCode | undefined): string {
  return `${bffPaths.sites}${code === undefined ? '' : `?state=${code}`}`
}

/** It has the form's version, so that the response may be cached for long. */
export function wordsPath(language: string, version: string): string {
  return `${bffPaths.words}/${encodeURIComponent(language)}?v=${encodeURIComponent(version)}`
}

/** For example `/settings?partner=river-city`; without a partner the path is unchanged. */
export function partnerPath(path: string, partner: string | undefined): string {
  if (partner === undefined || partner === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}partner=${encodeURIComponent(partner)}`
}

export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === '/') end--
  return text.slice(0, end)
}

/** Exactly one slash between them; the path's trailing slash is kept (X17). */
export function joinUrl(base: string, path: string): string {
  return `${withoutEndSlashes(base)}/${path.replace(/^\/+/, '')}`
}
