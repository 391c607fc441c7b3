/** The consent wording as an option: by language, in a variable as a JSON file. */
import * as z from 'zod/mini'
import type { OptionKind } from '../../options/option.ts'
import { WordingTexts } from '../wording.ts'

const schema = z.intersection(
  z.object({ en: WordingTexts }),
  z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), WordingTexts),
)

/** Wordings by language; `en` must be there. */
export const wording: OptionKind<typeof schema> = {
  what: 'a JSON file with a consent wording by language, in place of the one that comes with the package',
  schema,
  read: (value) => value,
  explain(places) {
    const { elements, subscriber: _, ...texts } = WordingTexts.shape
    const named = places.map((place) => `"${place}"`).join(', ')
    return `does not have what a wording must have at ${named}. It is JSON with a wording for "en" and, if you like, other languages. Each has the texts ${Object.keys(texts).join(', ')}, with a text-message program also subscriber, and in "elements" ${Object.keys(elements.shape).join(', ')}; agreement has {terms} and {privacy} in it. There are no other keys.`
  },
}
