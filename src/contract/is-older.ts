/** Which of two versions of the form is the older one. */

/**
 * Whether a version is older than the least that is wanted, by the numbers of semver from left to right.
 *
 * @param version for example `0.9.12`; what is none is never older
 * @param least for example `0.10.0`; left out, nothing is older
 */
export function isOlder(version: string, least: string | undefined): boolean {
  const wanted = least?.split('.') ?? []
  const difference = version
    .split('.')
    .map((part, place) => Number.parseInt(part, 10) - Number.parseInt(wanted[place] ?? '', 10))
    .find((each) => each !== 0)
  return difference !== undefined && difference < 0
}
