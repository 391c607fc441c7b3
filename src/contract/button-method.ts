/** The way on that a button of the answer leads to. */

/** Online, or a form to print and mail. */
export type Method = 'online' | 'mail'

/** Returns the way: the service indicates it only in the button's label, which is English. `undefined`: it says neither. */
export function methodOf(label: string): Method | undefined {
  if (/\bmail\b|\bprint/i.test(label)) return 'mail'
  return /\bonline\b/i.test(label) ? 'online' : undefined
}
