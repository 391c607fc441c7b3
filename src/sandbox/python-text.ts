/** Counts and trims texts as Python does; separate from the contract's functions on purpose (X3). */

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
