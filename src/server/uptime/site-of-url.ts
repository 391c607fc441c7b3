/** Determines which monitored site a link leads to. A wrong "it is down" keeps a voter from registering, so an uncertain match
 *  yields no status. */
import { withoutEndSlashes } from '../../contract/routes.ts'
import type { SiteDescription } from '../../contract/sites.ts'
import type { StateCode } from '../../contract/states.ts'

export interface Addressed {
  url: string
  about: SiteDescription
  /** Absent when the service does not know it. */
  up?: boolean
}

/**
 * Finds the site behind a button of an answer for `state`. The first rule with a match decides:
 *
 * 1. the same URL, ignoring upper case, `www.`, a trailing slash and the fragment;
 * 2. the same, also ignoring the query, which may identify a voter (CO, WA);
 * 3. the state's own registration site on the same host: the button leads deeper into it.
 *
 * Only sites of that state and sites without a state are considered.
 *
 * @returns `undefined` when there is none, or when there are several that are not all up or all down
 */
export function siteOfUrl<Site extends Addressed>(
  sites: readonly Site[],
  url: string,
  state: StateCode | undefined,
): Site | undefined {
  const wanted = addressOf(url)
  if (wanted === undefined) return undefined
  const own = sites.filter(({ about }) => about.state === undefined || about.state === state)
  for (const part of ['whole', 'page'] as const) {
    const same = own.filter((site) => addressOf(site.url)?.[part] === wanted[part])
    if (same.length > 0) return agreed(same)
  }
  if (state === undefined) return undefined
  return agreed(
    own.filter(
      ({ about, url: its }) => about.state === state && about.registers && addressOf(its)?.host === wanted.host,
    ),
  )
}

/** Picks one of several sites with the same status, preferably the registration site. */
function agreed<Site extends Addressed>(sites: readonly Site[]): Site | undefined {
  const [first] = sites
  if (first === undefined || sites.some(({ up }) => up !== first.up)) return undefined
  return sites.find(({ about }) => about.registers) ?? first
}

/** Normalizes a URL for comparison: host, page, and page with query; `undefined` for anything but a web address. `http:` and
 *  `https:` are equal: a site that redirects from one to the other is one site. */
function addressOf(value: string): { host: string; page: string; whole: string } | undefined {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.host.replace(/^www\./, '')
  const page = host + withoutEndSlashes(url.pathname)
  return { host, page, whole: page + url.search }
}
