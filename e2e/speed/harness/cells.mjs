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

/** Whether a bar is met: by its median, as measured. `undefined` when it was not measured. */
export function isMet({ value, min, max }) {
  const measured = middleOf(value)
  if (measured === undefined) return undefined
  return (min === undefined || measured >= min) && (max === undefined || measured <= max)
}

/** Returns what a bar requires. */
export function wanted({ min, max }) {
  if (min === undefined) return `≤ ${written(max, digitsOf(max))}`
  if (max === undefined) return `≥ ${written(min, digitsOf(min))}`
  return `${written(min, digitsOf(min))} to ${written(max, digitsOf(max))}`
}

const digitsOf = (value) => (Number.isInteger(value) ? 0 : 2)

/** Returns the verdict on a bar, in words. */
export const verdict = (bar) => ({ true: 'met', false: 'NOT MET', undefined: 'not measured' })[String(isMet(bar))]

/** Returns a bar's value with as many digits as it and its limit have. */
export const measured = ({ value, min, max }) => written(value, Number.isInteger(value) || (min ?? max) >= 100 ? 0 : 2)
