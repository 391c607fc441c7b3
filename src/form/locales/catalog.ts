/** What a language's texts look like: the English ones say which there are, and which values each names in braces. */
import type { WordingTranslation } from '../../contract/bff-api.ts'
import type { en } from './en.ts'
import type { factsEn } from './facts-en.ts'
import type { hostedEn } from './hosted-en.ts'

/** A text with a number in it, by the plural categories of its language (`Intl.PluralRules`). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The texts of a part in another language. What is left out stays English. */
export type Translated<English> = English extends string
  ? string
  : English extends { other: string }
    ? string | Plural
    : { readonly [Key in keyof English]?: Translated<English[Key]> }

/** The dotted keys of the texts of a part: `form.heading`. */
type Keys<English> = {
  [Key in keyof English & string]: English[Key] extends string | { other: string }
    ? Key
    : English[Key] extends readonly string[]
      ? `${Key}.${Extract<keyof English[Key], `${number}`>}`
      : `${Key}.${Keys<English[Key]>}`
}[keyof English & string]

/** The key of a text that a partner may replace, for example `form.heading`; the texts about states begin with `facts.` */
export type MessageKey = Keys<typeof en> | `facts.${Keys<typeof factsEn>}`

/**
 * The texts in one language. Partial is fine: key by key, what is not there is said in English. Values stand in braces
 * under the same names as in English.
 */
export interface Catalog extends Translated<typeof en> {
  /** The language they are written in (BCP 47). */
  readonly language: string
  /** How it is written; left to right where this is left out. */
  readonly direction?: 'ltr' | 'rtl'
  /** Whether the family name comes before the given one, as Unicode's CLDR has it for names; `Intl` does not say. */
  readonly familyNameFirst?: boolean
  readonly facts?: Translated<typeof factsEn>
  readonly hosted?: Translated<typeof hostedEn>
  /** The consent wording in this language, to be shown beside the approved one. */
  readonly wording?: WordingTranslation
}
