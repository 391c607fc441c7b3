/** Stands in for the package of this name, which asks the browser by `innerHTML`: a page with Trusted Types refuses that,
 *  and its own table is 30 kB. Resolves the references that escaping writes; the service writes no others. */
import { decodeEntities } from '../../../widget/screens/decode-entities.ts'

/** The character for a name such as `amp`, or `false`. */
export function decodeNamedCharacterReference(name: string): string | false {
  const reference = `&${name};`
  const character = decodeEntities(reference)
  return character === reference ? false : character
}
