/** Texts and numbers as Python has them: `90001.0` is not `90001`. Separate from the contract's functions on purpose (X3). */

/** The white space of Python's `str.strip()`: more than JavaScript's `trim()`, and without the byte order mark. */
const isSpace = (character: string) =>
  /[\s\x85]/.test(character) ? character !== '\ufeff' : character >= '\x1c' && character <= '\x1f'

export function strip(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && isSpace(value.charAt(start))) start++
  while (end > start && isSpace(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

export const length = (value: string): number => Array.from(value).length

/** The first lone surrogate, written `U+D800`, or `undefined`. */
export function loneSurrogate(value: string): string | undefined {
  const [unit] = /\p{Surrogate}/u.exec(value) ?? []
  return unit && `U+${unit.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whether a day exists: months count from 1, and there is no year 0. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}

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

/** Matches a string without an end as well: otherwise the search would start again at each of its characters. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export function parseWithNumbers(text: string): unknown {
  // First unchanged, so that an invalid text is refused with its own error.
  JSON.parse(text)
  const prefix = `number ${crypto.randomUUID()} `
  const markedText = text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${prefix}${token}"`))
  return JSON.parse(markedText, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(prefix) ? new JsonNumber(value.slice(prefix.length)) : value,
  )
}
