/** The languages of the texts, and the choice of the one closest to a preference. */

/** The language tags (BCP 47), English first: it is the fallback. */
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

/** Each language's own name, by tag: for a language menu. Browsers have none for Haitian Creole and Khmer. */
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

/** Returns the language closest to a preference.
 *  @param preferences BCP 47 tags, best first; the first one with an available language wins
 *  @param codes the available tags; a full match (`pt-BR`) comes before the same language in another country or script
 *  @returns `undefined` when none is available: then it is English */
export function closestLanguage<Code extends string>(
  preferences: readonly string[],
  codes: readonly Code[],
): Code | undefined {
  for (const preference of preferences) {
    const tag = preference.trim().toLowerCase().replaceAll('_', '-')
    const related = codes.filter((candidate) => getPrimaryLanguage(candidate) === getPrimaryLanguage(tag))
    const code =
      codes.find((candidate) => candidate.toLowerCase() === tag) ??
      related.find((candidate) => getScript(candidate) === getScript(tag)) ??
      related[0]
    if (code !== undefined) return code
  }
  return undefined
}

/** Traditional for `zh-TW`. For a reader of Chinese the other script is still better than English. */
function getScript(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

/** Returns the primary language; Filipino and Tagalog are one for a reader. */
function getPrimaryLanguage(tag: string): string | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return primary === 'tl' ? 'fil' : primary
}

/** Maximum number of characters that are read. */
const maxLength = 1_000

/** Returns the languages of an `Accept-Language` header, best first, without those that have no readable weight. */
export function preferredLanguages(header: string): string[] {
  return header
    .slice(0, maxLength)
    .split(',')
    .map((item) => {
      const [value = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))?.replace(/^q\s*=\s*/i, '')
      return { value, weight: weight === undefined ? 1 : /^[\d.]+$/.test(weight) ? Math.min(1, Number(weight)) : -1 }
    })
    .filter(({ value, weight }) => /^[a-z]{2,3}\b/i.test(value) && weight > 0)
    .sort((first, second) => second.weight - first.weight)
    .map(({ value }) => value)
}
