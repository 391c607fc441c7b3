/** What a reader of a language has to read, and how much of it is signed. */
import type { WordingTranslation } from '../../../contract/messages.ts'
import { sha256 } from '../../../contract/sha256.ts'
import type { Catalogue } from '../catalogue.ts'
import { en } from '../en.ts'
import { factsEn } from '../facts-en.ts'
import { hostedEn } from '../hosted-en.ts'
import type { Signature } from './signatures.ts'

/** One text beside the English that it translates. */
export interface ReviewText {
  /** Dotted, as in `messages`; of a plural with its category: `notSent.wait.one`. */
  key: string
  english: string
  text: string
  /** Names both: whenever one of them changes, so does this, and the text must be read again. */
  hash: string
  /** `changed`: it was signed, and one of the two has changed since. */
  state: 'signed' | 'unsigned' | 'changed'
  /** Who has signed it last. */
  by?: Pick<Signature, 'reader' | 'date'>
}

/** Every text below a part by its dotted key, each form of a plural by itself. */
export function textsOf(part: object, path = ''): [key: string, text: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const dotted = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[dotted, value]]
    return typeof value === 'object' && value !== null ? textsOf(value, dotted) : []
  })
}

const isPlural = /\.(zero|one|two|few|many|other)$/

/**
 * The texts of a language in the order of the screens, each with its state.
 *
 * @param englishWording the consent wording that the catalogue's is a translation of
 */
export function reviewTexts(
  catalogue: Catalogue,
  englishWording: Partial<WordingTranslation>,
  signatures: readonly Signature[],
): ReviewText[] {
  const english = new Map(textsOf({ ...en, hosted: hostedEn, facts: factsEn, wording: englishWording }))
  const own = signatures.filter(({ language }) => language === catalogue.language)
  const { language: _language, direction: _direction, wording, ...texts } = catalogue
  const { of: _of, version: _version, ...words } = wording ?? { of: [], version: '' }
  return textsOf({ ...texts, wording: words }).map(([key, text]) => {
    const said =
      english.get(key) ?? english.get(key.replace(isPlural, '.other')) ?? english.get(key.replace(isPlural, '')) ?? ''
    const hash = sha256(JSON.stringify([said, text])).slice(0, 16)
    const signed = own.filter((one) => Object.hasOwn(one.texts, key))
    const last = signed.filter((one) => one.texts[key] === hash).at(-1) ?? signed.at(-1)
    const state = last === undefined ? 'unsigned' : last.texts[key] === hash ? 'signed' : 'changed'
    return { key, english: said, text, hash, state, ...(last && { by: { reader: last.reader, date: last.date } }) }
  })
}
