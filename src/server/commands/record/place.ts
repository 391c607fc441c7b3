/** Places that have the files of a release: a folder, and each folder from which a page loads scripts of the form. */
import path from 'node:path'
import { isAddress, readAddress, Unreadable } from './read-address.ts'
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
  const tags = scriptAddresses(new TextDecoder().decode(bytes), url).filter((tag) => names.includes(nameOf(tag)))
  if (tags.length === 0)
    throw new Unreadable(
      `${page} has no script tag of the form. If another script adds it, name the folder's files with --files.`,
    )
  const folders = [...new Set(tags.map(folderOf))]
  return folders.map((folder) => {
    const inFolder = tags.filter((tag) => folderOf(tag) === folder)
    return { folder, files: names.flatMap((name) => filesOf(name, folder, inFolder)) }
  })
}

/** A tag's own address may have a query, and other bytes than the address without it. */
function filesOf(name: string, folder: string, tags: readonly URL[]): PlacedFile[] {
  const loaded = new Map(tags.filter((tag) => nameOf(tag) === name).map((tag) => [tag.search, tag.href]))
  if (loaded.size === 0) return [{ name, shown: name, hasTag: false, read: () => readFile(folder + name) }]
  return [...loaded].map(([query, address]) => ({
    name,
    shown: name + query,
    hasTag: true,
    read: () => readFile(address),
  }))
}

const folderOf = (address: URL) => new URL('.', address).href

function nameOf({ pathname }: URL): string {
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
