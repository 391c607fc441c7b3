import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the path of a page of the documentation, which comes with the package: relative if it is below the current folder. */
export function docPage(page: string): string {
  const file = fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url))
  const near = path.relative('', file)
  return near.startsWith('..') ? file : near
}
