/** Texts that no voter typed: versions, misspelled names, HTML. */

/**
 * Returns whether a version is older than the minimum, comparing the numbers of semver from left to right.
 *
 * @param version for example `0.9.12`; one without numbers is never older
 * @param min for example `0.10.0`; without it, nothing is older
 */
export function isOlderVersion(version: string, min: string | undefined): boolean {
  const wanted = min?.split('.')
  const differences = version.split('.').map((part, place) => Number.parseFloat(part) - Number(wanted?.[place]))
  return (differences.find(Boolean) ?? 0) < 0
}

/**
 * Returns the known name that a text misspells: one letter is wrong, missing or added, or two neighbors are swapped; in
 * a text of eight letters or more, two such changes.
 *
 * @param shortest minimum number of letters of the text: shorter ones resemble too many names
 * @returns `undefined` for a known name, for one that resembles none, and for one that is too short
 */
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

/** Returns a text as HTML, also for an attribute with double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
