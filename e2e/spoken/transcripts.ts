/** What was heard on a way through the form, kept as a file: one line `>>> key` for each key, below it what was spoken. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Whether what is heard becomes the transcript, in place of being compared with it. */
export const isWritten = process.env.UPDATE_SPOKEN === '1'

/** A key, and what was spoken after it. The first part has no key: what is heard when the page opens. */
export interface Part {
  key: string
  said: string[]
}

const fileOf = (name: string) => path.join(import.meta.dirname, `${name}.txt`)

/** Orca's own words about itself, which come or do not come as its timing has it. */
const aboutItself =
  /^(Focus mode|Browse mode|Text (un)?selected\.|Screen reader on\.|Loading\. {2}Please wait\.|Finished loading .*|.*Mozilla Firefox frame\.|.*Chromium frame\.|Leaving .*)$/

/** What differs from run to run: times, addresses of this machine, references. */
const varying: readonly [RegExp, string][] = [
  [/\b(this minute|\d+ minutes? ago)\b/g, 'N minutes ago'],
  [/\b[A-Z][a-z]{2} \d+, \d{4}, \d+:\d+\s[AP]M/g, 'TIME'],
  [/\b\d+ (more )?(seconds?|minutes?|hours?|segundos?|minutos?|horas?)\b/g, 'N $1$2'],
  [/(?:ثانية واحدة|ثانيتين|\d+ (?:ثوانٍ|ثانية))/g, 'N ثانية'],
  [/(?:دقيقتين أخريين|(?:\d+ )?(?:دقائق|دقيقة) أخرى)/g, 'N دقيقة أخرى'],
  [/\b127\.0\.0\.1:\d+\b/g, '127.0.0.1:PORT'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+/g, 'ID'],
]

/** Only what a voter hears of the page, in words that are the same in each run. */
export function plainLines(said: readonly string[]): string[] {
  return said
    .filter((line) => !aboutItself.test(line))
    .map((line) => varying.reduce((text, [pattern, by]) => text.replace(pattern, by), line))
}

/** The stored transcript. */
export function storedParts(name: string): Part[] {
  const [first = '', ...others] = readFileSync(fileOf(name), 'utf8').split(/^>>> /m)
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  return [
    { key: '', said: linesOf(first) },
    ...others.map((part) => {
      const [key = '', ...said] = linesOf(part)
      return { key, said }
    }),
  ]
}

/** Writes one anew. */
export function storeParts(name: string, parts: readonly Part[]): void {
  mkdirSync(path.dirname(fileOf(name)), { recursive: true })
  writeFileSync(fileOf(name), sayParts(parts))
}

/** As it stands in the file. */
export function sayParts(parts: readonly Part[]): string {
  const lines = parts.flatMap(({ key, said }) => [
    ...(key === '' ? [] : [`>>> ${key}`]),
    ...said.map((line) => `    ${line}`),
  ])
  return `${lines.join('\n')}\n`
}

/** How an error begins in the languages of the ways; it may follow a hint. */
const isError = (line: string): boolean => /(^| )(Error|Problema|خطأ): /.test(line)

const withoutEnd = (line: string): string => line.replace(/\.$/, '')

/**
 * What was said, with each error counted once. Orca says an error that was changed once or twice, with or without its full stop,
 * and the second time perhaps only after the next key; a page of bare HTML is read like that too. What the key `before` has said
 * is left out where the transcript (`wanted`) does not have it again.
 */
export function withErrorsOnce(
  said: readonly string[],
  before: readonly string[] = [],
  wanted: readonly string[] = said,
): string[] {
  const ends = said.map(withoutEnd)
  const late = before.map(withoutEnd).filter((line) => !wanted.map(withoutEnd).includes(line))
  return said.filter((line, place) => {
    const end = withoutEnd(line)
    return !isError(line) || (ends.indexOf(end) === place && !late.includes(end))
  })
}

/** Whether the same was said. A status and a focus that come at once are said in either order. */
export function isSame(said: readonly string[], stored: readonly string[]): boolean {
  return [...said].sort().join('\n') === [...stored].sort().join('\n')
}

/**
 * Whether the same was said from the first field on, which is a list. Until that has the focus Orca reads the page, and how far it
 * comes differs: a form whose texts are fetched waits for them.
 */
export function isSameFromField(said: readonly string[], stored: readonly string[]): boolean {
  const fromField = (lines: readonly string[]) =>
    lines.slice(
      Math.max(
        0,
        lines.findIndex((line) => line.endsWith(' combo box.')),
      ),
    )
  return isSame(fromField(said), fromField(stored))
}
