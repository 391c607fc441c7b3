/** The paths of every API here. Those of the service end with a slash: without it most clients turn its 301 into a GET (R-A110, X31). */
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

/** Paths of our own BFF. They avoid the words that content blockers block (*track*, *event*, *widget*, *ads*): a blocked report is lost. */
export const bffPaths = {
  registrations: '/registrations',
  choices: '/choices',
  /** Returns the answer of a sent form again. */
  answers: '/answers',
  settings: '/settings',
  /** Followed by a slash and a language, for example `/messages/zh-Hans`: see {@link messagesPath}. */
  messages: '/messages',
  /** Followed by a slash and a state's code, for example `/states/TN?region=Cook%20County`. */
  states: '/states',
  /** `?state=TN` for the sites of one state. */
  sites: '/sites',
  /** The page with the form; the paths of its scripts are below it. */
  page: '/form',
  /** These paths as an OpenAPI 3.1 document. */
  openApi: '/openapi.json',
  health: '/healthz',
  ready: '/readyz',
} as const

/** Paths of the monitor's status page, beside its Uptime API. The page names the others relative to itself. */
export const statusPaths = {
  /** The page of all sites, for people: `?state=TN`, `?tool=`, `?down=1`. */
  page: '/status',
  /** The same as JSON, for programs: {@link SiteDetailsList}. */
  json: '/status.json',
  style: '/status.css',
} as const

/** Where the BFF serves the form's script files; followed by their version and a file's name. */
export const scriptsPath = '/element'

/** A state's path in the Civic Data API, for example `/v2/election/data/state/TN/`. */
export function statePath(version: keyof typeof civicServicePaths, code: StateCode): string {
  return civicServicePaths[version].state.replace('{state}', code)
}

/** Returns a path of the Uptime API with its query, for example `/v1/leouptime/sites/?limit=100&offset=200`. `uuid` is the
 *  site, if the path has one; `place` is the page of a list, the first by default. */
export function uptimePath(
  path: keyof typeof uptimeServicePaths,
  { uuid = '', place }: { uuid?: string; place?: { limit: number; offset: number } } = {},
): string {
  const query = place === undefined ? '' : `?limit=${place.limit}&offset=${place.offset}`
  return uptimeServicePaths[path].replace('{uuid}', encodeURIComponent(uuid)) + query
}

/** Returns the path and query of a state's facts on the BFF, to be joined to its address. */
export function stateFactsPath(code: StateCode, region?: string): string {
  return `${bffPaths.states}/${code}${region === undefined ? '' : `?region=${encodeURIComponent(region)}`}`
}

/** Returns the path and query of a state's sites on the BFF; without a state those of all. */
export function sitesPath(code: StateCode | undefined): string {
  return `${bffPaths.sites}${code === undefined ? '' : `?state=${code}`}`
}

/** Returns the path of a language's texts on the BFF, with the form's version: the response may be cached for long. */
export function messagesPath(language: string, version: string): string {
  return `${bffPaths.messages}/${encodeURIComponent(language)}?v=${encodeURIComponent(version)}`
}

/** Returns a path as a partner's form requests it, for example `/settings?partner=river-city`.
 *  @param path with or without a query
 *  @param partner the partner's name, as the page sets it; without it the path is unchanged */
export function partnerPath(path: string, partner: string | undefined): string {
  if (partner === undefined || partner === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}partner=${encodeURIComponent(partner)}`
}

/** Returns an address or a path without the slashes at its end. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === '/') end--
  return text.slice(0, end)
}

/** Joins a base address and a path with exactly one slash between them (X17).
 *  @param base an absolute address, with or without a slash at its end, for example `https://api.example.org/`
 *  @param path a path that begins with a slash; its trailing slash is kept */
export function joinUrl(base: string, path: string): string {
  return `${withoutEndSlashes(base)}/${path.replace(/^\/+/, '')}`
}
