/** How the monitor names itself. Firewalls let in what begins like a browser's name, and operators of sites must be able to
 *  tell who asks; search engines do both in the same way. */

/**
 * Returns a name that begins like a browser's and still says who it is; one that does already stays as it is.
 *
 * @param name the operator's name for the monitor, with a way to reach them
 */
export const asCompatible = (name: string): string =>
  name.startsWith('Mozilla/') ? name : `Mozilla/5.0 (compatible; ${bare(name)})`

/** Returns the name for a second look, with a browser's engine in it: some firewalls refuse every other one. */
export const withEngine = (name: string): string =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${bare(name)}) Chrome/142.0.0.0 Safari/537.36`

/** Parentheses inside parentheses are legal, and confuse firewalls. */
function bare(name: string): string {
  const inside = /^Mozilla\/5\.0 \(compatible; (.*)\)$/.exec(name)?.[1] ?? name
  return inside
    .split(/[()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('; ')
}
