/** Reads the headers with which a client says what it prefers: `Accept` and `Accept-Language` (RFC 9110, section 12.5). */

/** One entry of such a header: what is accepted, and how gladly, from 0 (not at all) to 1. */
interface Accepted {
  value: string
  weight: number
}

/** Maximum number of characters that are read. */
const maxLength = 1_000

/** Returns the entries of a header in their order, without those that have no readable weight. */
function entriesOf(header: string): Accepted[] {
  return header
    .slice(0, maxLength)
    .split(',')
    .map((item) => {
      const [value = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))?.replace(/^q\s*=\s*/i, '')
      return { value, weight: weight === undefined ? 1 : /^[\d.]+$/.test(weight) ? Math.min(1, Number(weight)) : -1 }
    })
    .filter(({ value, weight }) => value !== '' && weight >= 0)
}

/** Returns the languages of an `Accept-Language` header, best first. */
export function preferredLanguages(header: string): string[] {
  return entriesOf(header)
    .filter(({ value, weight }) => /^[a-z]{2,3}\b/i.test(value) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ value }) => value)
}

/** How gladly a media type is accepted: the most specific entry counts; `rank` 2 names it, 0 is a wildcard alone. */
function acceptance(entries: readonly Accepted[], type: string): { weight: number; rank: number; place: number } {
  const ranges = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type]
  let best = { weight: 0, rank: -1, place: Infinity }
  for (const [place, { value, weight }] of entries.entries()) {
    const rank = ranges.indexOf(value.toLowerCase())
    if (rank > best.rank) best = { weight, rank, place }
  }
  return best
}

/**
 * Whether a client asks for HTML rather than for JSON, as a browser does for a page: HTML has the higher weight; or the same
 * one, and JSON is covered by a wildcard only, or is named later.
 *
 * @param accept the value of `Accept`; without it, or with a wildcard alone, the client is a program
 * @param type the media type of the JSON, for example `application/problem+json`
 */
export function prefersHtml(accept: string | undefined, type: string): boolean {
  const entries = entriesOf(accept ?? '')
  const html = acceptance(entries, 'text/html')
  if (html.weight === 0) return false
  // A client that names plain JSON can read each kind of it.
  const json = [type, 'application/json']
    .map((one) => acceptance(entries, one))
    .sort((one, other) => other.weight - one.weight || other.rank - one.rank || one.place - other.place)
  const [best] = json
  if (best === undefined || html.weight !== best.weight) return html.weight > (best?.weight ?? 0)
  return html.rank === best.rank ? html.rank === 2 && html.place < best.place : html.rank > best.rank
}
