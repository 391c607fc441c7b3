/** Adds the file that a reader has saved to the signatures. */
import * as z from 'zod/mini'
import type { ReviewText } from './review-texts.ts'
import type { Signature } from './signatures.ts'

const Saved = z.object({
  language: z.string(),
  reader: z.string().check(z.trim(), z.minLength(3)),
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  texts: z.record(z.string(), z.string()),
  better: z.record(z.string(), z.string()),
})

/** The result of reading a file. */
export interface Signed {
  signature: Signature
  /** The reader's suggested texts, by key: to be changed by hand, then signed. */
  better: Readonly<Record<string, string>>
  /** Keys that were ticked, but whose text has changed since it was read. */
  outdated: readonly string[]
}

/**
 * Reads the file that the page has saved. Signs only texts that are still in the message catalog.
 *
 * @throws Error when the file has another format or another language
 */
export function readSigned(file: string, language: string, texts: readonly ReviewText[]): Signed {
  const { better, ...saved } = Saved.parse(JSON.parse(file))
  if (saved.language !== language) throw new Error(`This is a review of "${saved.language}", not of "${language}".`)
  const now = new Map(texts.map(({ key, hash }) => [key, hash]))
  const [signed, outdated] = [
    Object.entries(saved.texts).filter(([key, hash]) => now.get(key) === hash),
    Object.keys(saved.texts).filter((key) => now.get(key) !== saved.texts[key]),
  ]
  return { signature: { ...saved, texts: Object.fromEntries(signed) }, better, outdated }
}
