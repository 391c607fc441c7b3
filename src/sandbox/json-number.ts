/** Numbers as Python represents them: `90001.0` is not `90001`, and no digit of a long integer is lost. */

export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Whether Python reads it as an `int`: no fraction and no exponent. */
  get isInteger(): boolean {
    return /^-?\d+$/.test(this.source)
  }

  valueOf(): number {
    return Number(this.source)
  }

  /** Formats it as Python's `str()` does: integers whole, other numbers always with a fraction or an exponent. */
  toString(): string {
    if (this.isInteger) return BigInt(this.source).toString()
    const value = Number(this.source)
    if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
    if (Object.is(value, -0)) return '-0.0'
    const size = Math.abs(value)
    if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
      return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
    }
    const text = String(value)
    return text.includes('.') ? text : `${text}.0`
  }
}

/** Matches a string without an end as well: otherwise the search would begin anew at each of its characters. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON with every number as a {@link JsonNumber}.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseWithNumbers(text: string): unknown {
  // First unchanged, so that an invalid text is refused with its own error.
  JSON.parse(text)
  const mark = `number ${crypto.randomUUID()} `
  const marked = text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${mark}${token}"`))
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new JsonNumber(value.slice(mark.length)) : value,
  )
}
