/** Who has read which translations. `npm run review -- LANGUAGE --sign FILE` adds to it; nobody writes it by hand. */

/** One reader's signature. */
export interface Signature {
  /** The language that was read (BCP 47). */
  readonly language: string
  /** Who has read it: a name, and what shows that they can judge the language. */
  readonly reader: string
  /** When, as `2028-03-01`. */
  readonly date: string
  /** What each text was, by its key: a hash of the English and the translation, see `review-texts.ts`. */
  readonly texts: Readonly<Record<string, string>>
}

/** All signatures, oldest first. */
export const signatures: readonly Signature[] = []
