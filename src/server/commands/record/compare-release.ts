/** Compares the files of a place with the releases of a log. */
import { table } from '../table.ts'
import type { Place } from './place.ts'
import { integrityOf, type Release, type ReleasedFile } from './release-log.ts'

/**
 * Prints which release a place has and what differs from it.
 *
 * @param readTrue returns a true file by its name, if it is at hand
 * @returns whether all files that are there are those of the release
 */
export async function compareRelease(
  releases: readonly Release[],
  place: Place,
  { readTrue, out }: { readTrue: (name: string) => Uint8Array | undefined; out: (text: string) => void },
): Promise<boolean> {
  const files = await Promise.all(
    place.files.map(async ({ name, shown, hasTag, read }) => {
      const bytes = await read()
      return { name, shown, hasTag, bytes, integrity: bytes && integrityOf(bytes) }
    }),
  )
  const matches = (release: Release) =>
    files.filter(({ name, integrity }) => integrity !== undefined && release.files[name]?.integrity === integrity)
      .length
  const most = Math.max(...releases.map(matches))
  const best = releases.filter((release) => matches(release) === most).at(-1)
  if (best === undefined || most === 0) {
    const loaded = files.filter(({ hasTag }) => hasTag).map(({ shown }) => shown)
    const tags = loaded.length === 0 ? '' : ` Script tags of the page load ${loaded.join(', ')}.`
    out(`${place.folder}\nNo file is one of a release in the log.${tags}\n`)
    return false
  }
  const rows: string[][] = []
  for (const { name, shown, hasTag, bytes, integrity } of files) {
    const released = best.files[name]
    if (released === undefined && !hasTag) continue
    const isSame = integrity !== undefined && integrity === released?.integrity
    const state = bytes === undefined ? 'not there' : isSame ? 'same' : 'differs'
    const difference = bytes === undefined || isSame ? '' : differenceOf(bytes, released, readTrue(name))
    rows.push([shown, state, difference])
  }
  const wrong = rows.filter(([, state]) => state === 'differs').length
  const line = releases.indexOf(best) + 1
  out(
    `${place.folder}\nRelease ${best.version} of ${best.released}, in line ${line} of ${releases.length} of the log.\n`,
  )
  out(table(['file', 'state', 'difference'], rows))
  out(
    wrong === 0
      ? 'All files that are there are those of the release.\n'
      : `${wrong} of ${rows.length} files are not those of the release.\n`,
  )
  return wrong === 0
}

/** Names the first byte that differs, if the true file is at hand. */
function differenceOf(
  bytes: Uint8Array,
  released: ReleasedFile | undefined,
  trueBytes: Uint8Array | undefined,
): string {
  if (released === undefined) return 'the release has no such file'
  const { integrity, size } = released
  if (trueBytes === undefined || integrityOf(trueBytes) !== integrity)
    return bytes.length === size ? 'other bytes of the same number' : `${bytes.length} bytes instead of ${size}`
  const at = trueBytes.findIndex((byte, index) => bytes[index] !== byte)
  const index = at === -1 ? trueBytes.length : at
  return `byte ${index + 1} of ${size} is ${hex(bytes[index])} instead of ${hex(trueBytes[index])}`
}

const hex = (byte: number | undefined) => (byte === undefined ? 'the end' : `0x${byte.toString(16).padStart(2, '0')}`)
