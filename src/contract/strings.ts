/** Texts that no voter typed: versions, misspelled names, HTML, and the form's first screen as data. */

/** Compares the numbers of semver; a version without numbers is never older, and nothing is older than no minimum. */
export function isOlderVersion(version: string, min: string | undefined): boolean {
  const minParts = min?.split('.')
  const differences = version.split('.').map((part, index) => Number.parseFloat(part) - Number(minParts?.[index]))
  return (differences.find(Boolean) ?? 0) < 0
}

/** One letter is wrong, missing or added, or two are swapped; from eight letters on, two such changes. */
export function findSimilarName(name: string, candidates: readonly string[], minLength = 5): string | undefined {
  if (name.length < minLength || candidates.includes(name)) return undefined
  return (
    candidates.find((candidate) => isSimilar(name, candidate, 1)) ??
    candidates.find((candidate) => name.length > 7 && isSimilar(name, candidate, 2))
  )
}

/** Whether that many changed letters, or swaps of two neighbors, turn one text into the other. */
function isSimilar(text: string, otherText: string, changes: number): boolean {
  if (text === otherText) return true
  if (changes === 0) return false
  let prefixLength = 0
  while (text[prefixLength] === otherText[prefixLength]) prefixLength++
  const [tail, shortTail] = [text.slice(prefixLength), text.slice(prefixLength + 1)]
  const [otherTail, otherShortTail] = [otherText.slice(prefixLength), otherText.slice(prefixLength + 1)]
  return [
    [shortTail, otherTail],
    [tail, otherShortTail],
    [shortTail, otherShortTail],
    [tail.replace(/(.)(.)/, '$2$1'), otherTail],
  ].some(([first = '', second = '']) => isSimilar(first, second, changes - 1))
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** An element as `[name, attributes, ...children]`, or a text. */
export type StaticNode =
  | string
  | [name: string, attributes: Readonly<Record<string, string>>, ...children: StaticNode[]]

/** Other headings move with the form's own, which is `h2` in the data. */
export function nameAtLevel(name: string, level: number): string {
  const heading = /^h(\d)$/.exec(name)?.[1]
  return heading === undefined ? name : `h${Math.min(6, Number(heading) - 2 + level)}`
}
