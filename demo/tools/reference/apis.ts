import type { SiteConfig } from '../../server/site-config.ts'

/** All OpenAPI documents, in the order of the page's navigation. */
export const apis = [
  { name: 'action', title: 'Action API' },
  { name: 'civic-v2', title: 'Civic Data API' },
  { name: 'civic-v1', title: 'Civic Data API, version 1' },
  { name: 'uptime', title: 'Uptime API' },
  { name: 'bff', title: 'BFF' },
] as const

/** The name of a document. */
export type ApiName = (typeof apis)[number]['name']

/** Returns the document that a URL selects with `?api=`; the Action API for every other value. */
export function chosenApi(search: string): ApiName {
  const wanted = new URLSearchParams(search).get('api')
  return apis.find(({ name }) => name === wanted)?.name ?? 'action'
}

/** Returns the URL of a document. */
export function documentUrl(api: ApiName, { bff, sandbox }: SiteConfig): string {
  return api === 'bff' ? `${bff}/openapi.json` : `${sandbox}/_sandbox/openapi/${api}.json`
}

/**
 * Returns the URL for a request of “Try it out”. The service, and so the sandbox, has no CORS: its requests go through the
 * demo's own server. The BFF accepts those of the demo's pages directly.
 */
export function tryUrl(url: string, { sandbox }: SiteConfig): string {
  const { origin, pathname, search } = new URL(url)
  return origin === new URL(sandbox).origin && /^\/v\d\//.test(pathname) ? `/try${pathname}${search}` : url
}
