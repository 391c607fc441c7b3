/** The consent wordings of a configuration, with the names and links in them. */
import * as z from 'zod/mini'
import { Settings, type Wording } from '../../contract/bff-api.ts'
import { joinUrl } from '../../contract/routes.ts'
import type { TextProgram } from '../../contract/text-program.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import { catalogs } from '../../form/locales/catalogs.ts'
import { isSandbox } from '../crypto/keys.ts'
import { BffOptions } from '../options/bff-options.ts'
import { crossCheck } from '../options/option.ts'
import type { ConsentSettings } from './receipt.ts'
import type { Names } from './shown-text.ts'
import { createWording, ourWording, servedCatalogs } from './wording.ts'

/** The options of a consent block. All are optional until it is known whether the service is the sandbox. */
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

/** The text-message consent must name the program, its number, rates, STOP and HELP. The sandbox has a sample. */
export const textProgramCheck = crossCheck<WordingOptions>(function* (input) {
  const options = WordingOptions.safeParse(input).data
  if (options === undefined) return
  for (const name of ['partnerSmsName', 'partnerSmsMonthly', 'partnerSmsCode'] as const) {
    if (options[name] !== undefined && !offersTexts(options))
      yield [name, 'is set, but PARTNER_SMS_PROGRAM is not on. Set it to on, or remove this.']
    if (options[name] === undefined && name !== 'partnerSmsCode' && offersTexts(options) && !isSandbox(options))
      yield [name, 'is missing, but required because PARTNER_SMS_PROGRAM is on']
  }
  if (offersTexts(options)) for (const message of labelProblems(options.wording)) yield ['wording', message]
})

export function labelProblems(wording: WordingOptions['wording']): string[] {
  return Object.entries(wording ?? {}).flatMap(([language, { subscriber }]) => {
    const needed = ['{partner}', '{program}', '{monthly}', 'STOP', 'HELP']
    const lacks = subscriber === undefined ? [] : needed.filter((part) => !subscriber.includes(part))
    if (lacks.length === 0) return []
    return [
      `has a label for your text messages ("subscriber" of "${language}") without ${lacks.join(', ')}. Add what is missing: the label says who sends them, the program, how many a month, and how to stop.`,
    ]
  })
}

/** Returns names and links; `undefined` when some are missing and the sandbox has no default for them. */
function getNames(options: WordingOptions): Names | undefined {
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
  return isComplete(operator) && isComplete(partner) ? { operator, partner } : undefined
}

type Complete<All> = { [Key in keyof All]: NonNullable<All[Key]> }

function isComplete<All extends object>(record: All): record is All & Complete<All> {
  return Object.values(record).every((value) => value !== undefined)
}

export function offersTexts(options: Pick<WordingOptions, 'apiKeyId' | 'partnerSmsProgram'>): boolean {
  return options.partnerSmsProgram ?? isSandbox(options)
}

/** The partner's own text messages; `undefined` when none are offered, or a real service lacks their name or number. */
function getTextProgram(options: WordingOptions): TextProgram | undefined {
  const sandbox = isSandbox(options)
  const program = options.partnerSmsName?.trim() ?? (sandbox ? 'Sample Alerts' : undefined)
  const monthly = options.partnerSmsMonthly ?? (sandbox ? 4 : undefined)
  if (!offersTexts(options) || program === undefined || monthly === undefined) return undefined
  return { program, monthly, ...(options.partnerSmsCode !== undefined && { code: options.partnerSmsCode }) }
}

/** Names, links and every wording, approved or not; `undefined` while names or links are missing. */
export function createWordingSettings(options: WordingOptions): ConsentSettings | undefined {
  const baseNames = getNames(options)
  const isOffered = offersTexts(options)
  const program = getTextProgram(options)
  if (baseNames === undefined || (isOffered && program === undefined)) return undefined
  const names = program === undefined ? baseNames : { ...baseNames, partner: { ...baseNames.partner, texts: program } }
  const wordingTexts = options.wording ?? ourWording
  const wordings = Object.entries(wordingTexts).map(([language, texts]): [string, Wording] => [
    language,
    createWording(language, texts, { subscriber: isOffered, names }),
  ])
  const en = createWording('en', wordingTexts.en, { subscriber: isOffered, names })
  return {
    ...names,
    wording: { ...Object.fromEntries(wordings), en },
    features: { subscriber_opt_in: isOffered },
  }
}

export function getCatalogs(options: WordingOptions, settings: Pick<Settings, 'wording'>): readonly Catalog[] {
  const codes = options.languages ?? (isSandbox(options) ? ['all'] : ['es'])
  const enabledCatalogs = catalogs.filter(
    ({ language }) => codes.includes('all') || language === 'en' || codes.includes(language),
  )
  return servedCatalogs(options.wording, settings, enabledCatalogs)
}

export function createSettings(options: BffOptions): Settings {
  const sandbox = isSandbox(options)
  const consent = createWordingSettings(options)
  if (consent === undefined) throw new Error('readConfig() rejects such options.')
  // Against the sandbox all may be shown, otherwise those the operator has approved (R-A22).
  const isShown = ([, { version }]: [string, Wording]) => sandbox || options.wordingApproved?.includes(version) === true
  return Settings.parse({
    ...consent,
    wording: { ...Object.fromEntries(Object.entries(consent.wording).filter(isShown)), en: consent.wording.en },
    official_site: { url: options.officialSiteUrl ?? joinUrl(options.upstreamUrl, '/_sandbox/official') },
    ...(options.attributionParams !== undefined && { attribution: [...options.attributionParams] }),
    ...(options.checkRegistrationUrl !== undefined && { check_registration: { url: options.checkRegistrationUrl } }),
    ...(options.under18Url !== undefined && { under_18: { url: options.under18Url } }),
    ...(options.prefillDisabledStates !== undefined && { prefill_disabled_states: [...options.prefillDisabledStates] }),
    ...(options.minFormVersion !== undefined && { min_form_version: options.minFormVersion }),
    features: {
      ...consent.features,
      sandbox: sandbox || options.practiceMode === true,
      ...(options.civicUrl !== undefined && { state_facts: true }),
      ...(options.uptimeUrl !== undefined && { sites: true }),
    },
  })
}
