/** Formats numbers for tables. */

/** Formats a cell: a number, a median with its extremes, a text, or nothing. */
export function written(cell, digits = 2) {
  if (cell === undefined || cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return number(cell, digits)
  const { median, min, max } = cell
  const range = number(min, digits) === number(max, digits) ? '' : ` (${number(min, digits)} to ${number(max, digits)})`
  return number(median, digits) + range
}

/** Returns the number that represents a cell. */
export const middleOf = (cell) => (typeof cell === 'object' && cell !== null ? cell.median : cell)

function number(value, digits) {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Returns what a figure aims at: its limits, or only the better direction. */
export function aim({ min, max, better }) {
  if (better !== undefined) return `${better} is better`
  if (min === undefined) return `≤ ${written(max, digitsOf(max))}`
  if (max === undefined) return `≥ ${written(min, digitsOf(min))}`
  return `${written(min, digitsOf(min))} to ${written(max, digitsOf(max))}`
}

const digitsOf = (value) => (Number.isInteger(value) ? 0 : 2)

/** Returns a figure's value with as many digits as it and its limit have. */
export function measured({ value, min, max }) {
  if (value === undefined) return 'not measured'
  return written(value, Number.isInteger(value) || (min ?? max ?? middleOf(value)) >= 100 ? 0 : 2)
}
