/** Warns the operator of pages that may be missing from `ALLOWED_ORIGINS`. */
import type { Log } from '../observability/log.ts'

/** Maximum number of origins that one process logs: anyone can send any number of them. */
const maxOrigins = 20

const todo =
  'If the page is yours, add its origin to ALLOWED_ORIGINS, or to allowed_origins of its partner: the browser console of that page shows it. Otherwise do nothing.'
const messages = {
  other: `This server refuses a page whose origin is not in ALLOWED_ORIGINS. ${todo}`,
  similar: `This server refuses a page whose origin differs from the allowed one in "site" only in http:, the port or www. ${todo}`,
} as const

export type WarnAboutOrigin = (origin: string | undefined, allowed: ReadonlySet<string>) => void

/** Creates a function that logs one warning for each refused origin, for at most 20 of them. The line has their number and
 *  never the origin itself, since a program can put any text into the header: `site` is the allowed origin that it resembles,
 *  if there is one. */
export function warnAboutOrigins(log: Log): WarnAboutOrigin {
  const seen = new Set<string>()
  return (origin, allowed) => {
    if (origin === undefined || origin.length > 300 || seen.size >= maxOrigins || seen.has(origin)) return
    seen.add(origin)
    const host = hostOf(origin)
    const site = host === undefined ? undefined : [...allowed].find((one) => hostOf(one) === host)
    const message = messages[site === undefined ? 'other' : 'similar']
    log({ level: 'warn', code: 'origin_refused', count: seen.size, ...(site !== undefined && { site }), message })
  }
}

/** Returns the host name of an origin, without `www.`; `undefined` when it is not one of a web page. */
function hostOf(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : undefined
}
