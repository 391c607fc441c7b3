/** Takes the file that a reader has saved into the signatures. */
import * as z from 'zod/mini'
import type { ReviewText } from '../../src/locales/reviews/review-texts.ts'
import type { Signature } from '../../src/locales/reviews/signatures.ts'

const Saved = z.object({
  language: z.string(),
  reader: z.string().check(z.trim(), z.minLength(3)),
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  texts: z.record(z.string(), z.string()),
  better: z.record(z.string(), z.string()),
})

/** What a file comes to. */
export interface Signed {
  signature: Signature
  /** Texts that the reader would write otherwise, by key: to be changed by hand, then signed. */
  better: Readonly<Record<string, string>>
  /** Keys that were ticked, but whose text is no longer the one that was read. */
  outdated: readonly string[]
}

/**
 * Reads what the page has saved. Only what the catalogue still says is signed.
 *
 * @throws Error when the file is no such file, or of another language
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
