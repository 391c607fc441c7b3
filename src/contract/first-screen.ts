/** The form's first screen as data, which the script draws and the server writes as HTML. */

/** An element as `[name, attributes, ...children]`, or a text. */
export type Drawn = string | [name: string, attributes: Readonly<Record<string, string>>, ...children: Drawn[]]

/** Other headings move with the form's own, which is `h2` in the data. */
export function nameAtLevel(name: string, level: number): string {
  const heading = /^h(\d)$/.exec(name)?.[1]
  return heading === undefined ? name : `h${Math.min(6, Number(heading) - 2 + level)}`
}
