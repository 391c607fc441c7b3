/** Types of a catalog, derived from the English texts. */
import type { WordingTranslation } from '../../contract/bff-api.ts'
import type { en } from './en.ts'
import type { factsEn } from './facts-en.ts'
import type { hostedEn } from './hosted-en.ts'

/** A text with a number, by plural category (`Intl.PluralRules`). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Translations of a part's texts. Missing ones stay English. */
export type Translated<English> = English extends string
  ? string
  : English extends { other: string }
    ? string | Plural
    : { readonly [Key in keyof English]?: Translated<English[Key]> }

/** Dotted keys of a part's texts: `form.heading`. */
type Keys<English> = {
  [Key in keyof English & string]: English[Key] extends string | { other: string }
    ? Key
    : English[Key] extends readonly string[]
      ? `${Key}.${Extract<keyof English[Key], `${number}`>}`
      : `${Key}.${Keys<English[Key]>}`
}[keyof English & string]

/** The key of a text that a partner may replace, for example `form.heading`. Keys of state facts start with `facts.` */
export type MessageKey = Keys<typeof en> | `facts.${Keys<typeof factsEn>}`

/** The texts in one language. May be partial: missing texts are in English. Placeholders in braces have the same names as in
 *  English. */
export interface Catalog extends Translated<typeof en> {
  /** BCP 47. */
  readonly language: string
  /** Left to right by default. */
  readonly direction?: 'ltr' | 'rtl'
  /** Whether the family name comes before the given name, as in CLDR; `Intl` does not provide it. */
  readonly familyNameFirst?: boolean
  readonly facts?: Translated<typeof factsEn>
  readonly hosted?: Translated<typeof hostedEn>
  /** A translation of the consent wording, shown with the approved one. */
  readonly wording?: WordingTranslation
}
