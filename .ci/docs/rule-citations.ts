import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folders whose files may cite rules. */
const folders = ['src', 'demo', 'e2e', 'docs']

/** Returns the files that may cite rules, as sorted paths from the top of the tree. */
export function citingFiles(top: string): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .map((file) => file.split(path.sep).join('/'))
    .filter(
      (file) =>
        /\.test\.tsx?$/.test(file) ||
        (/\.(tsx?|mjs|css|md)$/.test(file) &&
          !/\/(data|locales|node_modules|peers|dist)\/|^docs\/evidence\/rules\.md$|^src\/\w+\/docs\//.test(file)),
    )
    .filter((file) => !file.includes('/node_modules/'))
    .sort()
}

/**
 * Returns the cited rule ids by file.
 *
 * @param defined the ids that exist: a range cites those in it
 */
export function ruleCitations(top: string, defined: readonly string[]): Map<string, Set<string>> {
  const cited = new Map<string, Set<string>>()
  for (const file of citingFiles(top)) {
    for (const rule of citedIn(readFileSync(path.join(top, file), 'utf8'), defined)) {
      cited.set(rule, (cited.get(rule) ?? new Set()).add(file))
    }
  }
  return cited
}

/** Returns the rule ids in a text. A range such as `R-A14 to R-A21` cites every defined rule in it. */
export function citedIn(text: string, defined: readonly string[]): Set<string> {
  const rules = [...text.matchAll(/\b(?:R-[ACU]\d{2,3}|X\d{1,2}|B\.[12](?:\.\d{1,2})?)\b/g)].map(([rule]) => rule)
  const ranges = [...text.matchAll(/\b(R-[ACU]\d{2,3}) to (R-[ACU]\d{2,3})\b/g)].flatMap(([, from = '', to = '']) =>
    defined.slice(defined.indexOf(from) + 1, Math.max(0, defined.indexOf(to))),
  )
  const threats = [...text.matchAll(/\bthreats? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, list = '']) =>
    list.split(/, | and /).map((number) => `threat ${number}`),
  )
  return new Set([...rules, ...ranges, ...threats])
}
