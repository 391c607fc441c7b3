/** Counts and trims texts as Python does; separate from the contract's functions on purpose (X3). */

/** The white space of Python's `str.strip()`: more than JavaScript's `trim()`, and without the byte order mark. */
const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const around = new RegExp(`^${space}+|${space}+$`, 'g')

/** Removes white space at both ends. */
export const strip = (value: string): string => value.replace(around, '')

/** The number of code points. */
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
