/** The consent wording that comes with the package: the eight elements (R-A14 to R-A21) in our own words. Against a real
 *  service it is shown only once the operator has approved exactly these words (R-A22). */
import * as z from 'zod/mini'
import { ourEnglishWordings, type Settings, Wording, type WordingTranslation } from '../../contract/bff-api.ts'
import { getProgramValues } from '../../contract/text-program.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import { catalogs } from '../../form/locales/catalogs.ts'
import { es } from '../../form/locales/es.ts'
import { wholeValue } from '../options/option.ts'
import { shortHash } from '../utils.ts'
import { createSnapshot, type Names } from './shown-text.ts'

const { language: _language, version: _version, template: _template, ...texts } = Wording.shape

/** A wording as written in a file: without language and version, which are computed. No other keys. */
export const WordingTexts = z.strictObject(texts)
export type WordingTexts = z.infer<typeof WordingTexts>

export const wordingsSchema = () =>
  wholeValue(
    z.intersection(z.object({ en: WordingTexts }), z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), WordingTexts)),
    (places) => {
      const { elements, subscriber: _subscriber, ...textFields } = WordingTexts.shape
      const quotedKeys = places.map((place) => `"${place}"`).join(', ')
      return `does not have what a wording must have at ${quotedKeys}. It is JSON with a wording for "en" and, if you like, other languages. Each has the texts ${Object.keys(textFields).join(', ')}, with a text-message program also subscriber, and in "elements" ${Object.keys(elements.shape).join(', ')}; agreement has {terms} and {privacy} in it, subscriber {partner}, {program}, {monthly}, STOP and HELP. There are no other keys.`
    },
  )

const { templates: _templates, version: _name, heading: _heading, note: _note, ...spanish } = es.wording

/** The package's wordings. Once approved, voters agree to the Spanish one, too; until then it is shown as a translation. */
export const ourWording: { en: WordingTexts; es: WordingTexts } = {
  en: {
    continue: 'Continue',
    terms: 'terms of service',
    privacy: 'privacy policy',
    elements: {
      powered_by: 'This form is powered by {operator}.',
      agreement: 'By hitting “{continue}”, you agree to the {terms} and the {privacy} of {operator}.',
      emails: 'You will receive occasional emails from {operator}.',
      unsubscribe: 'You can unsubscribe at any time.',
      texts: 'If you give a cell phone number, you agree to receive occasional text messages from {operator}.',
      rates: 'Message and data rates may apply.',
      frequency: 'Message frequency varies.',
      stop_help: 'Text STOP to cancel or HELP for information.',
    },
    agree: 'I have read this and I agree.',
    purpose:
      '{partner} shares your contact information with {operator}, which uses it to encourage people to vote and to help them get their ballots counted.',
    subscriber:
      'I also want text messages from {partner} about its own work: {program}, at most {monthly} a month. Message and data rates may apply. Text STOP to cancel or HELP for information. (Optional)',
  },
  es: spanish,
}

/** Completes a wording with its language and the version that names exactly what a form in this language shows, with every
 *  box: words, names and links, for example `en-3f9a1c20…` with 32 digits. `subscriber`: whether the partner's own
 *  text-message program is offered; without it its label is left out. `names`: the names and links for it; the program's name
 *  and number are filled into the label right away, for forms that do not know these placeholders. */
export function createWording(
  language: string,
  wordingTexts: WordingTexts,
  { subscriber, names }: { subscriber: boolean; names: Names },
): Wording {
  // Parsing trims the texts, as in the response.
  const { subscriber: label, ...baseTexts } = WordingTexts.parse(wordingTexts)
  const allTexts = { ...baseTexts, ...(subscriber && label !== undefined && { subscriber: label }) }
  const values: Record<string, string> = getProgramValues(names.partner.texts)
  const filledLabel = label?.replaceAll(/\{(program|monthly)\}/g, (place, name: string) => values[name] ?? place)
  const displayedTexts = {
    language,
    ...baseTexts,
    ...(subscriber && filledLabel !== undefined && { subscriber: filledLabel }),
  }
  const catalog = catalogs.find((entry) => entry.language === language)
  const { version } = createSnapshot(displayedTexts, names, { catalog, subscriber })
  return { ...displayedTexts, version, template: getTemplateVersion(language, allTexts) }
}

/** Returns the version before names and links are filled in, `en-3f9a1c20`: translations are of these words, for anyone. */
export function getTemplateVersion(language: string, allTexts: object): string {
  return `${language}-${shortHash(serializeSorted(allTexts))}`
}

/** Serializes as JSON with sorted keys, so that the version does not depend on the order in a file. */
function serializeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${serializeSorted(member)}`)
  // `toSorted` is not in the `lib` that this is compiled against.
  members.sort((a, b) => (a < b ? -1 : 1))
  return `{${members.join()}}`
}

/** Returns the package's catalogs, or only the shown ones. If the operator has a custom wording, the unapproved languages of
 *  its file are its translations: they are shown with the approved English text, the only one that voters agree to (R-A22). */
export function servedCatalogs(
  customTexts: Readonly<Record<string, WordingTexts>> | undefined,
  settings: Pick<Settings, 'wording'>,
  enabledCatalogs: readonly Catalog[] = catalogs,
): readonly Catalog[] {
  if (customTexts === undefined) {
    // Forms of release 0.1 do not know `template`: they look for the version.
    const templates = [...ourEnglishWordings, settings.wording.en.version]
    return enabledCatalogs.map((catalog) =>
      catalog.wording === undefined ? catalog : { ...catalog, wording: { ...catalog.wording, templates } },
    )
  }
  return enabledCatalogs.map((catalog) => {
    const { language } = catalog
    const translated = Object.hasOwn(customTexts, language) ? customTexts[language] : undefined
    const { wording: ownTranslation, ...rest } = catalog
    if (translated === undefined || ownTranslation === undefined) return rest
    const { heading, note } = ownTranslation
    const { template, version } = settings.wording.en
    const translationTexts = { heading, note, ...translated }
    const versions = {
      templates: [template ?? version, version],
      version: getTemplateVersion(language, translationTexts),
    }
    return { ...rest, wording: { ...versions, ...translationTexts } satisfies WordingTranslation }
  })
}
