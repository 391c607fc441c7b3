/** Finds V1 slugs of the Civic Data API in files, and says what takes their place in version 2. */
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fateOf } from '../contract/civic/migrate-v1.ts'

/** A place where a V1 slug stands. */
export interface DeprecatedUse {
  file: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units, as editors count. */
  column: number
  slug: string
  /** What takes its place, in words. */
  successor: string
}

/** Folders that hold nobody's own code. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn'])

/**
 * Every use in a file or below a folder, in the order of names and lines. A slug counts as a whole word only. Folders like
 * `node_modules`, links and binary files are passed over.
 *
 * @param onFile called with each file that is read
 * @throws what the file system throws, for a path that cannot be read
 */
export async function* findDeprecated(
  place: string,
  onFile: () => void = () => undefined,
): AsyncGenerator<DeprecatedUse> {
  const status = await stat(place)
  if (status.isDirectory()) {
    const entries = await readdir(place, { withFileTypes: true })
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.isSymbolicLink() || skipped.has(entry.name)) continue
      yield* findDeprecated(path.join(place, entry.name), onFile)
    }
    return
  }
  if (!status.isFile() || (await isBinary(place))) return
  onFile()
  let line = 0
  for await (const text of createInterface({ input: createReadStream(place), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9_]+/g)) {
      const successor = successorOf(word)
      if (successor !== undefined) yield { file: place, line, column: index + 1, slug: word, successor }
    }
  }
}

async function isBinary(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8_000), 0, 8_000, 0)
    return buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await handle.close()
  }
}

/**
 * What takes the place of a V1 slug, in words.
 *
 * @returns `undefined` for a word that is no V1 slug of the tables
 */
export function successorOf(slug: string): string | undefined {
  const fate = fateOf(slug)
  if (fate === undefined) return undefined
  switch (fate.to) {
    case 'slug':
      return fate.slug
    case 'option':
      return `${fate.field}, option "${fate.option}"`
    case 'footnotes':
      return `footnotes of ${fate.of.join(', ')}`
    case 'either':
      return `${fate.first}, or ${fate.second} where the catalogue has no such field`
    case 'unmapped':
    case 'nothing':
      return `nothing. ${fate.why}${fate.see.length > 0 ? ` See ${fate.see.join(', ')}.` : ''}`
    default:
      return fate satisfies never
  }
}
