/** The check for attributes that have no effect. */
import { unknownAttributes } from './unknown-attributes.ts'

/**
 * Checks the names of an element's attributes. Names also those that may be another script's: only who writes the page can
 * tell.
 *
 * @param attributes the names of all attributes of the element
 */
export function checkAttributes(element: Element, attributes: readonly string[]): { ok: boolean; text: string } {
  const { wrong, foreign } = unknownAttributes(element, attributes)
  const said =
    foreign.length === 0 ? [] : [`The form does not read ${foreign.join(', ')}, which is right if other scripts do.`]
  const text = [...wrong, ...said].join(' ') || 'Every attribute is one that the form knows.'
  return { ok: wrong.length === 0, text }
}
