/** The form's first screen as data, which the script draws and the server writes as HTML. */

/** An element as `[name, attributes, ...children]`, or a text. */
export type Drawn = string | [name: string, attributes: Readonly<Record<string, string>>, ...children: Drawn[]]

/**
 * Returns the name that an element has where the form's heading has a level: other headings move with it.
 *
 * @param name as in the data, where the form's heading is `h2`
 * @param level 1 to 6
 */
export function nameAtLevel(name: string, level: number): string {
  const heading = /^h(\d)$/.exec(name)?.[1]
  return heading === undefined ? name : `h${Math.min(6, Number(heading) - 2 + level)}`
}
