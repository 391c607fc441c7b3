/** The consent wordings of a configuration, with the names and links in them. */
import * as z from 'zod/mini'
import type { Settings, Wording } from '../../contract/bff-api.ts'
import { joinUrl } from '../../contract/routes.ts'
import type { TextProgram } from '../../contract/text-program.ts'
import type { Catalogue } from '../../form/locales/catalogue.ts'
import { catalogues } from '../../form/locales/catalogues.ts'
import type { ConsentSettings } from '../consent/consent-texts.ts'
import type { Names } from '../consent/shown-text.ts'
import { ourWording, servedCatalogues, wordingOf } from '../consent/wording.ts'
import { isSandbox } from './check-values.ts'
import { BffOptions } from './options.ts'

/** The options that make up a consent block. Key and address only tell whether it is the sandbox's. All are optional until it
 *  is known whether the service is the sandbox. */
export const WordingOptions = z.object(
  z.partial(
    z.pick(BffOptions, {
      upstreamUrl: true,
      apiKeyId: true,
      operatorName: true,
      operatorTermsUrl: true,
      operatorPrivacyUrl: true,
      partnerName: true,
      partnerPrivacyUrl: true,
      partnerSmsProgram: true,
      partnerSmsName: true,
      partnerSmsMonthly: true,
      partnerSmsCode: true,
      wording: true,
      languages: true,
    }),
  ).shape,
)
export type WordingOptions = z.infer<typeof WordingOptions>

/** Picks the wording options from unchecked options; `undefined` when one of them is invalid. */
export function wordingOptionsIn(options: Readonly<Record<string, unknown>>): WordingOptions | undefined {
  return WordingOptions.safeParse(options).data
}

/** Returns names and links; `undefined` when some are missing and the sandbox has no default for them. */
function namesOf(options: WordingOptions): Names | undefined {
  const { upstreamUrl, operatorName, operatorTermsUrl, operatorPrivacyUrl, partnerName, partnerPrivacyUrl } = options
  const sandbox = isSandbox(options)
  const page = (name: string) =>
    sandbox && upstreamUrl !== undefined ? joinUrl(upstreamUrl, `/_sandbox/${name}`) : undefined
  const operator = {
    name: operatorName?.trim() ?? (sandbox ? 'Sandbox Vote Service' : undefined),
    terms_url: operatorTermsUrl ?? page('terms'),
    privacy_url: operatorPrivacyUrl ?? page('privacy'),
  }
  const partner = {
    name: partnerName?.trim() ?? (sandbox ? 'Sample Partner' : undefined),
    privacy_url: partnerPrivacyUrl ?? page('privacy'),
  }
  return isWhole(operator) && isWhole(partner) ? { operator, partner } : undefined
}

type Whole<All> = { [Key in keyof All]: NonNullable<All[Key]> }

function isWhole<All extends object>(all: All): all is All & Whole<All> {
  return Object.values(all).every((value) => value !== undefined)
}

/** Whether the partner's own text messages are offered. */
export function offersTexts(options: Pick<WordingOptions, 'apiKeyId' | 'partnerSmsProgram'>): boolean {
  return options.partnerSmsProgram ?? isSandbox(options)
}

/** The partner's own text messages; `undefined` when none are offered, or a real service lacks their name or number. */
function textsOf(options: WordingOptions): TextProgram | undefined {
  const sandbox = isSandbox(options)
  const program = options.partnerSmsName?.trim() ?? (sandbox ? 'Sample Alerts' : undefined)
  const monthly = options.partnerSmsMonthly ?? (sandbox ? 4 : undefined)
  if (!offersTexts(options) || program === undefined || monthly === undefined) return undefined
  return { program, monthly, ...(options.partnerSmsCode !== undefined && { code: options.partnerSmsCode }) }
}

/** Names, links and every wording, approved or not; `undefined` while names or links are missing. */
export function wordingSettings(options: WordingOptions): ConsentSettings | undefined {
  const named = namesOf(options)
  const isOffered = offersTexts(options)
  const program = textsOf(options)
  if (named === undefined || (isOffered && program === undefined)) return undefined
  const names = program === undefined ? named : { ...named, partner: { ...named.partner, texts: program } }
  const written = options.wording ?? ourWording
  const wordings = Object.entries(written).map(([language, texts]): [string, Wording] => [
    language,
    wordingOf(language, texts, isOffered, names),
  ])
  const en = wordingOf('en', written.en, isOffered, names)
  return {
    ...names,
    wording: { ...Object.fromEntries(wordings), en },
    features: { subscriber_opt_in: isOffered },
  }
}

/** The texts by language, as this BFF serves them. */
export function cataloguesOf(options: WordingOptions, settings: Pick<Settings, 'wording'>): readonly Catalogue[] {
  const codes = options.languages ?? (isSandbox(options) ? 'all' : ['es'])
  const shown = catalogues.filter(({ language }) => codes === 'all' || language === 'en' || codes.includes(language))
  return servedCatalogues(options.wording, settings, shown)
}

/** Returns the wordings that may be shown: all against the sandbox, otherwise those the operator has approved (R-A22). */
export function approvedOf(
  { wording }: ConsentSettings,
  options: Pick<BffOptions, 'apiKeyId' | 'wordingApproved'>,
): Settings['wording'] {
  const isShown = ({ version }: Wording) => isSandbox(options) || options.wordingApproved?.includes(version) === true
  return { ...Object.fromEntries(Object.entries(wording).filter(([, one]) => isShown(one))), en: wording.en }
}
