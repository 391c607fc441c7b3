/** Finds V1 slugs of the Civic Data API in files, in every form that code uses, and reports what replaces them in
 *  version 2. */
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fateOf } from '../../contract/civic-data/migrate-v1.ts'
import { type FoundSlug, findInLine, type SlugForm } from './slug-forms.ts'

/** A place where a V1 slug is used. */
export interface DeprecatedUse {
  file: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units, as editors count. */
  column: number
  /** The V1 slug; for a `prefix`, the start of the slugs that the code puts together. */
  slug: string
  /** How it is written. */
  form: SlugForm
  /** The text as the file has it. */
  found: string
  /** What replaces it, in words. */
  successor: string
}

/** Callbacks of the search. */
export interface LintSettings {
  /** Called for each file that is read. */
  onFile?: () => void
  /** Called for each changed file, with the number of replaced slugs. Without it no file is changed. */
  onFixed?: (file: string, count: number) => void
}

/** Folders that hold no code of the project's own. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn'])

/**
 * Yields every use in a file or below a folder, ordered by name and line. Skips folders like `node_modules`, symbolic links
 * and binary files. With `onFixed`, first replaces the slugs that version 2 only renames, where they are whole words; files
 * that are not UTF-8 stay unchanged.
 *
 * @throws a file system error for a path that cannot be read or written
 */
export async function* findDeprecated(place: string, settings: LintSettings = {}): AsyncGenerator<DeprecatedUse> {
  const status = await stat(place)
  if (status.isDirectory()) {
    const entries = await readdir(place, { withFileTypes: true })
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.isSymbolicLink() || skipped.has(entry.name)) continue
      yield* findDeprecated(path.join(place, entry.name), settings)
    }
    return
  }
  if (!status.isFile() || (await isBinary(place))) return
  settings.onFile?.()
  const bytes = await readFile(place)
  const text = settings.onFixed === undefined ? bytes.toString() : await fixed(place, bytes, settings.onFixed)
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    for (const use of findInLine(line)) {
      const { column, slug, form, found } = use
      yield { file: place, line: index + 1, column, slug, form, found, successor: successorOf(use) }
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

async function fixed(file: string, bytes: Buffer, onFixed: (file: string, count: number) => void): Promise<string> {
  const before = bytes.toString()
  // Writing it back would also change bytes that are not UTF-8.
  if (!Buffer.from(before).equals(bytes)) return before
  const { text, count } = fixSlugs(before)
  if (count === 0) return before
  await writeFile(file, text)
  onFixed(file, count)
  return text
}

/** Replaces the slugs that version 2 only renames, where they are whole words. Returns the text and the number replaced. */
export function fixSlugs(before: string): { text: string; count: number } {
  let count = 0
  const text = before.replaceAll(/[A-Za-z0-9_]+/g, (word) => {
    const fate = fateOf(word)
    if (fate?.to !== 'slug') return word
    count++
    return fate.slug
  })
  return { text, count }
}

/** Returns what replaces a match, in words; a renamed slug is written in the same form as the old one. */
function successorOf({ slug, form, write, starts }: FoundSlug): string {
  if (form === 'prefix') {
    const some = starts.slice(0, 3).map((each) => `${each} → ${inWords(each)}`)
    return `${starts.length} V1 slugs begin so: ${some.join('; ')}${starts.length > 3 ? ' …' : ''}`
  }
  const fate = fateOf(slug)
  return fate?.to === 'slug' ? write(fate.slug) : inWords(slug)
}

/** Returns what replaces a V1 slug, in words. */
function inWords(slug: string): string {
  const fate = fateOf(slug)
  switch (fate?.to) {
    case undefined:
      return slug
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
