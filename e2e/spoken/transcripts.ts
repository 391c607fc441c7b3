/** Transcripts of speech, a file for each browser and language: `=== name`, a line `>>> key` for each key, then what was spoken. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Whether the speech replaces the stored transcript instead of being compared with it. */
export const isWritten = process.env.UPDATE_SPOKEN === '1'

/** A key, and what was spoken after it. The first part has no key: it is spoken when the page opens. */
export interface Part {
  key: string
  speech: string[]
}

/** Splits a transcript's name, such as `firefox-en/steps`: its file, the file's transcripts by name, its own name. */
function readTranscripts(transcript: string) {
  const [fileName = '', name = ''] = transcript.split('/')
  const file = path.join(import.meta.dirname, `${fileName}.txt`)
  const [, ...sections] = readFileSync(file, 'utf8').split(/^=== (.*)\n/m)
  const texts = new Map(sections.flatMap((text, index) => (index % 2 ? [[sections[index - 1] ?? '', text]] : [])))
  return { file, texts, name }
}

/** Orca's messages about itself, which depend on timing. */
const aboutItself =
  /^(Focus mode|Browse mode|Text (un)?selected\.|Screen reader on\.|Loading\. {2}Please wait\.|Finished loading .*|.*Mozilla Firefox frame\.|.*Chromium frame\.|Leaving .*)$/

/** What differs between runs: times, addresses of this machine, references. */
const varying: readonly [RegExp, string][] = [
  [/\b(this minute|\d+ minutes? ago)\b/g, 'N minutes ago'],
  [/\b[A-Z][a-z]{2} \d+, \d{4}, \d+:\d+\s[AP]M/g, 'TIME'],
  [/\b\d+ (more )?(seconds?|minutes?|hours?|segundos?|minutos?|horas?)\b/g, 'N $1$2'],
  [/(?:ثانية واحدة|ثانيتين|\d+ (?:ثوانٍ|ثانية))/g, 'N ثانية'],
  [/(?:دقيقتين أخريين|(?:\d+ )?(?:دقائق|دقيقة) أخرى)/g, 'N دقيقة أخرى'],
  [/\b127\.0\.0\.1:\d+\b/g, '127.0.0.1:PORT'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+/g, 'ID'],
]

/** Returns only what a voter hears about the page, in words that are the same in each run. */
export function plainLines(speech: readonly string[]): string[] {
  return speech
    .filter((line) => !aboutItself.test(line))
    .map((line) => varying.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line))
}

/** Returns the stored transcript. */
export function storedParts(transcript: string): Part[] {
  const { texts, name } = readTranscripts(transcript)
  const [first = '', ...furtherParts] = (texts.get(name) ?? '').split(/^>>> /m)
  const splitLines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  return [
    { key: '', speech: splitLines(first) },
    ...furtherParts.map((part) => {
      const [key = '', ...speech] = splitLines(part)
      return { key, speech }
    }),
  ]
}

/** Overwrites a stored transcript. */
export function storeParts(transcript: string, parts: readonly Part[]): void {
  const { file, texts, name } = readTranscripts(transcript)
  texts.set(name, sayParts(parts))
  writeFileSync(file, [...texts].map(([title, text]) => `=== ${title}\n${text}`).join(''))
}

/** Returns a transcript in the format of the file. */
export function sayParts(parts: readonly Part[]): string {
  const lines = parts.flatMap(({ key, speech }) => [
    ...(key === '' ? [] : [`>>> ${key}`]),
    ...speech.map((line) => `    ${line}`),
  ])
  return `${lines.join('\n')}\n`
}

/** Whether a line has an error, in the languages of the transcripts; it may follow a hint. */
const isError = (line: string): boolean => /(^| )(Error|Problema|خطأ): /.test(line)

const withoutEnd = (line: string): string => line.replace(/\.$/, '')

/**
 * Returns what was spoken, with each error once. Orca speaks a changed error once or twice, with or without its period, and the
 * second time perhaps only after the next key; it reads a page of bare HTML like that too. What was spoken after the key `before`
 * is left out where the transcript (`wanted`) does not repeat it.
 */
export function withErrorsOnce(
  speech: readonly string[],
  previousLines: readonly string[] = [],
  expected: readonly string[] = speech,
): string[] {
  const ends = speech.map(withoutEnd)
  const lateLines = previousLines.map(withoutEnd).filter((line) => !expected.map(withoutEnd).includes(line))
  return speech.filter((line, place) => {
    const end = withoutEnd(line)
    return !isError(line) || (ends.indexOf(end) === place && !lateLines.includes(end))
  })
}

/** Whether both are the same speech. A simultaneous status and focus change are announced in either order. */
export function isSame(speech: readonly string[], storedLines: readonly string[]): boolean {
  return [...speech].sort().join('\n') === [...storedLines].sort().join('\n')
}

/**
 * Whether both are the same speech from the first field on, which is a list. Orca reads the page until that field has the focus,
 * and how far it gets differs: a form whose texts are fetched waits for them.
 */
export function isSameFromField(speech: readonly string[], storedLines: readonly string[]): boolean {
  const fromField = (lines: readonly string[]) =>
    lines.slice(
      Math.max(
        0,
        lines.findIndex((line) => line.endsWith(' combo box.')),
      ),
    )
  return isSame(fromField(speech), fromField(storedLines))
}
