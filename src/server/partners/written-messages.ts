/** A partner's own texts as an operator writes them in the partner's entry. */
import * as z from 'zod/mini'
import { languageCodes } from '../../contract/languages.ts'
import type { PageDeps } from '../../contract/page-interface.ts'
import { en } from '../../form/locales/en.ts'
import { factsEn } from '../../form/locales/facts-en.ts'
import { text } from '../options/option.ts'

/** Returns the dotted keys of the texts; a text for each plural category is one. */
function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const isGroup =
      typeof value === 'object' && value !== null && !('other' in value && typeof value.other === 'string')
    return isGroup ? keysOf(value, `${before}${key}.`) : [before + key]
  })
}

/** What is around the consent wording is in its version and in the receipts: it changes with the wording alone. */
const agreed = { error: () => 'is part of what voters agree to. Only `wording` can change that.' }

/** The keys of the option `messages` of the form. */
const byKey = Object.fromEntries(
  [...keysOf(en), ...keysOf(factsEn, 'facts.')].map((key) => [
    key,
    z.optional<z.ZodMiniType<string>>(key.startsWith('consent.') ? z.never(agreed) : text()),
  ]),
)

/** The texts by language, in each the texts by dotted key, as in the option `messages` of the form. No other keys. */
export const WrittenMessages = z.strictObject(
  Object.fromEntries(
    languageCodes.map((code) => [
      code,
      z.optional(
        z.strictObject(byKey, { error: () => 'is no object with texts. Write it as { "form.heading": "…" }.' }),
      ),
    ]),
  ),
  { error: () => 'are no texts by language. Write them as { "en": { "form.heading": "Get ready to vote" } }.' },
)

/** Returns the texts without the keys that are not there. */
export function writtenTexts(messages: z.infer<typeof WrittenMessages> | undefined): PageDeps['messages'] {
  if (messages === undefined) return undefined
  return Object.fromEntries(
    Object.entries(messages).map(([language, texts = {}]) => [
      language,
      Object.fromEntries(Object.entries(texts).flatMap(([key, said]) => (said === undefined ? [] : [[key, said]]))),
    ]),
  )
}
