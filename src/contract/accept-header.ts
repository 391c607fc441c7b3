/** Reads `Accept-Language` (RFC 9110, section 12.5). */

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
