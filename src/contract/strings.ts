/** Texts that no voter typed: versions, misspelled names, HTML, and the form's first screen as data. */

/** Compares the numbers of semver; a version without numbers is never older, and nothing is older than no minimum. */
export function isOlderVersion(version: string, min: string | undefined): boolean {
  const wanted = min?.split('.')
  const differences = version.split('.').map((part, place) => Number.parseFloat(part) - Number(wanted?.[place]))
  return (differences.find(Boolean) ?? 0) < 0
}

/** One letter is wrong, missing or added, or two are swapped; from eight letters on, two such changes. `shortest`: minimum of letters. */
export function nearestName(written: string, known: readonly string[], shortest = 5): string | undefined {
  if (written.length < shortest || known.includes(written)) return undefined
  return (
    known.find((name) => isNear(written, name, 1)) ??
    known.find((name) => written.length > 7 && isNear(written, name, 2))
  )
}

/** Whether that many changed letters, or swaps of two neighbors, turn one text into the other. */
function isNear(one: string, other: string, changes: number): boolean {
  if (one === other) return true
  if (changes === 0) return false
  let same = 0
  while (one[same] === other[same]) same++
  const [rest, shorter] = [one.slice(same), one.slice(same + 1)]
  const [otherRest, otherShorter] = [other.slice(same), other.slice(same + 1)]
  return [
    [shorter, otherRest],
    [rest, otherShorter],
    [shorter, otherShorter],
    [rest.replace(/(.)(.)/, '$2$1'), otherRest],
  ].some(([left = '', right = '']) => isNear(left, right, changes - 1))
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** An element as `[name, attributes, ...children]`, or a text. */
export type Drawn = string | [name: string, attributes: Readonly<Record<string, string>>, ...children: Drawn[]]

/** Other headings move with the form's own, which is `h2` in the data. */
export function nameAtLevel(name: string, level: number): string {
  const heading = /^h(\d)$/.exec(name)?.[1]
  return heading === undefined ? name : `h${Math.min(6, Number(heading) - 2 + level)}`
}
