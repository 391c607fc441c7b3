/** Campaign attribution, where a voter came from: `source`, UTM parameters, a partner's own ones, the page and its referrer.
 *  Never data about the voter. It is sent beside the registration, because the service checks its fields strictly. */

export const trackingNames = [
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
] as const
export type TrackingName = (typeof trackingNames)[number]

/** The names that the form sets itself: the page's path without query, and the host of the referrer. */
export const pageNames = ['page_path', 'referrer_host'] as const
type PageName = (typeof pageNames)[number]

/** Where a voter came from. Further names come from `ATTRIBUTION_PARAMS`. */
export type Tracking = { [Name in TrackingName | PageName]?: string } & { [name: string]: string | undefined }

/** Allowed values: letters, digits and a few signs, so that no e-mail address and no line break passes. */
const allowedCharacters = /^[\w .:,~+/|-]{1,100}$/

/** A North American phone number in any grouping, or an international one. Ids of advertisements and dates stay. */
const phone =
  /(?:^|\D)(?:1[\W_]{0,3})?[2-9]\d\d[\W_]{0,3}[2-9]\d\d[\W_]{0,3}\d{4}(?!\d)|\+[\W_]{0,2}\d(?:[\W_]{0,3}\d){6}/

/** An e-mail address whose `@` was written in a way that {@link allowedCharacters} allows, or the name of a provider of mailboxes. */
const mailbox =
  /\w[\W_]{1,2}at[\W_]{1,2}[a-z\d][a-z\d-]{0,62}\.[a-z]{2}|\b(?:gmail|yahoo|hotmail|outlook|icloud|aol)\.com\b/i

/** Whether a value may be kept. A link that somebody forwards carries its recipient's data, not those of this voter. */
const isHarmless = (value: string) => allowedCharacters.test(value) && !phone.test(value) && !mailbox.test(value)

/** `own`: the partner's own parameters. `candidates`: best first, each name from the first that has it. Only short plain words
 *  pass: an address in a link must not end up in statistics. `undefined` when nothing is left. */
export function cleanTracking(
  customNames: readonly string[],
  ...candidates: readonly (Readonly<Record<string, unknown>> | undefined)[]
): Record<string, string> | undefined {
  let clean: Record<string, string> | undefined
  for (const tracking of candidates) {
    for (const name of [...trackingNames, ...customNames, ...pageNames]) {
      const value = tracking?.[name]
      if (typeof value !== 'string' || clean?.[name] !== undefined) continue
      const cleaned = name === 'page_path' ? cleanPath(value) : isHarmless(value) ? value : null
      if (cleaned !== null) clean = { ...clean, [name]: cleaned }
    }
  }
  return clean
}

/** Returns a path that may be stored. A part of it that may be personal (an address, a token, a number of seven digits or
 *  more) becomes `*`. Returns at most 200 characters; `null` when there is none. */
export function cleanPath(path: string | null): string | null {
  if (path === null || !path.startsWith('/')) return null
  return path.split('/').map(cleanPart).join('/').slice(0, 200)
}

const cleanPart = (text: string) => (/^[\w.~-]{0,40}$/.test(text) && !/\d{7}/.test(text) ? text : '*')

/** Returns the host of the referrer if it differs from `own`. */
export function referrerHost(address: string, pageHost: string): string | undefined {
  // `URL.canParse` is newer than the oldest supported browsers.
  try {
    const { host } = new URL(address)
    return host === pageHost || host === '' ? undefined : host
  } catch {
    return undefined
  }
}

/** Parses the header and drops what is not allowed; `undefined` when nothing is left. */
export function parseTracking(header: string | undefined, customNames: readonly string[]) {
  return cleanTracking(customNames, Object.fromEntries(new URLSearchParams((header ?? '').slice(0, 4000))))
}
