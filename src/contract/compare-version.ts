/** Compares versions of the form. */

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
