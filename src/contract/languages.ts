/** The languages that there are texts in, and which of them is closest to a preference. */

/** Their tags (BCP 47), English first: it is the one for everybody else. */
export const languageCodes = [
  'en',
  'es',
  'zh-Hans',
  'vi',
  'ko',
  'fil',
  'ar',
  'fr',
  'ht',
  'zh-Hant',
  'km',
  'bn',
  'hi',
] as const
export type LanguageCode = (typeof languageCodes)[number]

/** Each language's own name, by tag: for a menu in which readers find theirs. Browsers have none for Haitian Creole and Khmer. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  'zh-Hans': '简体中文',
  vi: 'Tiếng Việt',
  ko: '한국어',
  fil: 'Filipino',
  ar: 'العربية',
  fr: 'Français',
  ht: 'Kreyòl ayisyen',
  'zh-Hant': '繁體中文',
  km: 'ភាសាខ្មែរ',
  bn: 'বাংলা',
  hi: 'हिन्दी',
} as const satisfies Record<LanguageCode, string>

/**
 * The language closest to a preference.
 *
 * @param preferences BCP 47 tags, best first; the first one whose language is there wins
 * @param codes what is there; a tag in full (`pt-BR`) comes before its language in another country or script
 * @returns `undefined` when none is there: then it is English
 */
export function closestLanguage<Code extends string>(
  preferences: readonly string[],
  codes: readonly Code[],
): Code | undefined {
  for (const preference of preferences) {
    const tag = preference.trim().toLowerCase().replaceAll('_', '-')
    const related = codes.filter((one) => primaryOf(one) === primaryOf(tag))
    const code =
      codes.find((one) => one.toLowerCase() === tag) ??
      related.find((one) => scriptOf(one) === scriptOf(tag)) ??
      related[0]
    if (code !== undefined) return code
  }
  return undefined
}

/** How a language is written, most likely: `zh-TW` in traditional characters. A reader of Chinese in another script still
 *  reads that one better than English. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

/** Filipino and Tagalog are one for a reader. */
function primaryOf(tag: string): string | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return primary === 'tl' ? 'fil' : primary
}
