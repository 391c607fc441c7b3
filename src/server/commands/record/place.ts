/** Places that have the files of a release: a folder, and each folder from which a page loads scripts of the form. */
import path from 'node:path'
import { isAddress, readAddress, Unreadable } from './read-address.ts'
import { isOfPage, pageName } from './release-files.ts'
import { scriptAddresses } from './script-addresses.ts'

/** A file of a place, by its name in the log. */
export interface PlacedFile {
  name: string
  /** The name, with the query of the tag that loads it. */
  shown: string
  /** Whether a script tag loads it. */
  hasTag: boolean
  /** Returns `undefined` when there is no such file. */
  read: () => Promise<Uint8Array | undefined>
}

/** A folder, by its address or path. */
export interface Place {
  folder: string
  files: readonly PlacedFile[]
}

/**
 * Returns the folders from which a page loads scripts of the form.
 *
 * @param page the address of the page
 * @param names the files of all releases
 * @throws Unreadable when the page cannot be read, or has no such script
 */
export async function placesOf(page: string, names: readonly string[]): Promise<Place[]> {
  if (!isAddress(page))
    throw new Unreadable(`"${page}" is not the address of a page, such as https://www.example.org/register.`)
  const { bytes, url } = await readAddress(page)
  const tags = tagsOfForm(scriptAddresses(new TextDecoder().decode(bytes), url), names)
  if (tags.length === 0)
    throw new Unreadable(
      `${page} has no script tag of the form. If another script adds it, name the folder's files with --files.`,
    )
  const groups = new Map<string, Tag[]>()
  for (const tag of tags) {
    const group = `${isOfPage(tag.name)} ${tag.folder}`
    groups.set(group, [...(groups.get(group) ?? []), tag])
  }
  return [...groups.values()].map((group) => placeOf(group, names))
}

/** A script tag of the form, with its file's name in the log. */
interface Tag {
  name: string
  address: URL
  folder: string
}

/** Returns the script tags of the form. The hosted page has no others: there, each must be of the release. */
function tagsOfForm(addresses: readonly URL[], names: readonly string[]): Tag[] {
  const known = new Set(names)
  const isPage = addresses.some((address) => known.has(pageName(fileOf(address))))
  return addresses.flatMap((address) => {
    const file = fileOf(address)
    const name = isPage && !known.has(file) ? pageName(file) : file
    return isPage || known.has(name) ? [{ name, address, folder: new URL('.', address).href }] : []
  })
}

/** Returns the folder of tags, with all files of their kind. A tag's own address may have a query, and other bytes than the
 *  address without it. */
function placeOf(tags: readonly Tag[], names: readonly string[]): Place {
  const [{ name: first, folder } = { name: '', folder: '' }] = tags
  const loaded = new Map(
    tags.map(({ name, address: { href, pathname, search } }) => [path.basename(pathname) + search, { name, href }]),
  )
  const withTag = new Set(tags.map(({ name }) => name))
  const others = names.filter((name) => isOfPage(name) === isOfPage(first) && !withTag.has(name))
  const files = [
    ...[...loaded].map(([shown, { name, href }]) => ({ name, shown, hasTag: true, read: () => readFile(href) })),
    ...others.map((name) => {
      const shown = path.basename(name)
      return { name, shown, hasTag: false, read: () => readFile(folder + shown) }
    }),
  ]
  return { folder, files: files.sort((a, b) => (a.shown < b.shown ? -1 : 1)) }
}

function fileOf({ pathname }: URL): string {
  const name = path.posix.basename(pathname)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A host need not have every file: what is not there does not run. */
async function readFile(address: string): Promise<Uint8Array | undefined> {
  try {
    return (await readAddress(address)).bytes
  } catch (error) {
    if (error instanceof Unreadable && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}
