/** Which of two versions of the form is the older one. */

/**
 * Whether a version is older than the least that is wanted, by the numbers of semver from left to right.
 *
 * @param version for example `0.9.12`; one without numbers is never older
 * @param least for example `0.10.0`; left out, nothing is older
 */
export function isOlder(version: string, least: string | undefined): boolean {
  const wanted = least?.split('.')
  const differences = version.split('.').map((part, place) => Number.parseFloat(part) - Number(wanted?.[place]))
  return (differences.find(Boolean) ?? 0) < 0
}
