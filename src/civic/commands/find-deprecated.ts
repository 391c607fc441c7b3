/** Finds V1 slugs of the Civic Data API in files, and reports what replaces them in version 2. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { getSlugMapping } from '../../contract/civic-data/migrate-v1.ts'

export interface DeprecatedSlug {
  file: string
  line: number
  slug: string
  successor: string
}

const skippedFolders = new Set(['node_modules', '.git', '.hg', '.svn'])

/** Skips folders like `node_modules`, symbolic links and binary files. A slug counts as a complete word only. */
export async function* findDeprecated(target: string, onFile: () => void): AsyncGenerator<DeprecatedSlug> {
  const status = await stat(target)
  if (status.isDirectory()) {
    const entries = await readdir(target, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isSymbolicLink() || skippedFolders.has(entry.name)) continue
      yield* findDeprecated(path.join(target, entry.name), onFile)
    }
    return
  }
  if (!status.isFile()) return
  const bytes = await readFile(target)
  if (bytes.subarray(0, 8_000).includes(0)) return
  onFile()
  for (const [index, line] of bytes
    .toString()
    .split(/\r\n?|\n/)
    .entries()) {
    for (const [slug] of line.matchAll(/[A-Za-z0-9_]+/g)) {
      const successor = describeSuccessor(slug)
      if (successor !== undefined) yield { file: target, line: index + 1, slug, successor }
    }
  }
}

function describeSuccessor(word: string): string | undefined {
  const mapping = getSlugMapping(word)
  switch (mapping?.type) {
    case undefined:
      return undefined
    case 'slug':
      return mapping.slug
    case 'option':
      return `${mapping.field}, option "${mapping.option}"`
    case 'footnotes':
      return `footnotes of ${mapping.fields.join(', ')}`
    case 'either':
      return `${mapping.first}, or ${mapping.second} if the catalog has no such field`
    case 'unmapped':
    case 'nothing':
      return `nothing. ${mapping.reason}${mapping.see.length > 0 ? ` See ${mapping.see.join(', ')}.` : ''}`
    default:
      return mapping satisfies never
  }
}
