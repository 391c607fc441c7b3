/** What a monitored site is for, and which one a link leads to. A wrong "it is down" keeps a voter from registering, so an
 *  uncertain match gives no status at all. */
import { isStateCode, type StateCode } from '../../contract/states.ts'

/** What the service's description of a site says (X26). */
export interface SiteDescription {
  /** Absent where the description begins with no state's code. */
  state?: StateCode
  /** The rest of it, or all. */
  tool: string
  /** Whether voters register there: the service's button leads to such a site. */
  registers: boolean
}

/**
 * Reads a description such as `TN Online Voter Registration`.
 *
 * @returns `undefined` for the monitor's own sentinel, which is no site of a state
 */
export function parseSiteDescription(description: string): SiteDescription | undefined {
  const text = description.trim().replace(/\s+/g, ' ')
  if (/\bsentinel\b/i.test(text)) return undefined
  const [, code, rest] = /^([A-Z]{2})\b[\s:,–-]*(.*)$/.exec(text) ?? []
  const isOfState = isStateCode(code) && rest !== undefined && rest !== ''
  const tool = isOfState ? rest : text
  return { ...(isOfState && { state: code }), tool, registers: /\bonline (voter )?registration\b/i.test(tool) }
}

/** What is compared of a site. */
export interface Addressed {
  url: string
  about: SiteDescription
  /** Absent where the service does not know it. */
  up?: boolean
}

/**
 * The site behind a button of an answer for `state`. In this order, and the first that finds any decides:
 *
 * 1. the same address but for upper case, `www.`, a slash at its end and the fragment;
 * 2. the same but for the query as well, which may name a voter (CO, WA);
 * 3. the state's own site for registering, on the same host: the button leads deeper into it.
 *
 * Only sites of that state are looked at, and such as name no state.
 *
 * @returns `undefined` when there is none, and when there are several that are not all up or all down
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

/** One of several with the same status: the one for registering, where there is one. */
function agreed<Site extends Addressed>(sites: readonly Site[]): Site | undefined {
  const [first] = sites
  if (first === undefined || sites.some(({ up }) => up !== first.up)) return undefined
  return sites.find(({ about }) => about.registers) ?? first
}

/** Host, page and page with query of an address as they are compared; `undefined` for what is no web address. `http:` and `https:` are
 *  one: a site that redirects from the one to the other is one site. */
function addressOf(value: string): { host: string; page: string; whole: string } | undefined {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.host.replace(/^www\./, '')
  const page = host + url.pathname.replace(/\/+$/, '')
  return { host, page, whole: page + url.search }
}
