/** Which of two versions of the form is the older one. */

/**
 * Whether a version is older than the least that is wanted, by the numbers of semver from left to right.
 *
 * @param version for example `0.9.12`; one without numbers is never older
 * @param min for example `0.10.0`; left out, nothing is older
 */
export function isOlderVersion(version: string, min: string | undefined): boolean {
  const wanted = min?.split('.')
  const differences = version.split('.').map((part, place) => Number.parseFloat(part) - Number(wanted?.[place]))
  return (differences.find(Boolean) ?? 0) < 0
}
