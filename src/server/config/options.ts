/** The options of the BFF. Those of its own server are in server-options.ts. */
import * as z from 'zod/mini'
import { languageCodes } from '../../contract/languages.ts'
import { isStateCode } from '../../contract/states.ts'
import { WordingTexts } from '../consent/wording.ts'
import { link, list, number, option, otherThan, text, toggle, variablesOf } from '../options/option.ts'
import {
  addressProblem,
  formVersionProblem,
  keyHalfProblem,
  keyIdProblem,
  keyListProblem,
  keyProblem,
  originProblem,
  ownNameProblem,
  sandboxKeyId,
  unversionedProblem,
} from './check-values.ts'
import { serverOptions } from './server-options.ts'

const isSecret = true
const orFile = true
const isForService = true
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A key id of the registration service: it answers 500 to anything but a UUID (R-A100). */
const keyIds = () =>
  text((value) => {
    const ids = value.split(',').map((id) => id.trim())
    if (ids.length > 2) return 'has more than two ids (its value is not shown here)'
    if (ids.length > 1 && ids.includes(sandboxKeyId)) return "has the sandbox's id, which must be the only one"
    return ids.every((id) => uuid.test(id)) ? undefined : 'is not a UUID (its value is not shown here)'
  })
const linkTo = (page: string) => `the address of ${page}, for example https://service.example/page/`
const baseOf = (service: string, version = '') =>
  `the base address of ${service}, https://… without ${version}user name, query or fragment; for the sandbox http://127.0.0.1:8788`
/** A list of origins; at least one. */
export const origins = () => list(originProblem, 1)
/** The short code of text messages. */
export const smsCode = () =>
  text((value) => (/^\d{5,6}$/.test(value) ? undefined : `is not five or six digits, got "${value}"`))
/** Wordings by language; `en` must be there (R-A13 to R-A22). */
export const wordings = () =>
  z.intersection(z.object({ en: WordingTexts }), z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), WordingTexts))
/** Says what a file of wordings lacks. */
export function explainWordings(places: readonly string[]): string {
  const { elements, subscriber: _, ...texts } = WordingTexts.shape
  const named = places.map((place) => `"${place}"`).join(', ')
  return `does not have what a wording must have at ${named}. It is JSON with a wording for "en" and, if you like, other languages. Each has the texts ${Object.keys(texts).join(', ')}, with a text-message program also subscriber, and in "elements" ${Object.keys(elements.shape).join(', ')}; agreement has {terms} and {privacy} in it, subscriber {partner}, {program}, {monthly}, STOP and HELP. There are no other keys.`
}

/**
 * The options of `createBff` and `serve`. Against the sandbox (`apiKeyId` is its key) names, links and wording may be
 * left out; against a real service they are needed. Nothing in here has a default that contacts a real service.
 */
export const BffOptions = z.strictObject({
  // R-A104, R-A105.
  upstreamUrl: option(text(addressProblem), 'UPSTREAM_URL', baseOf('the service')),
  apiKeyId: option(
    keyIds(),
    'API_KEY_ID',
    'the id of the API key, as the operator shows it; two, separated by a comma, while a new key replaces an old one: the old one is used when the service answers 401 to the new one',
    { isSecret },
  ),
  apiKeySecret: option(
    text(keyHalfProblem),
    'API_KEY_SECRET',
    'the secret of the API key, as the operator shows it; two, as in API_KEY_ID; sent to the service only',
    { isSecret, orFile },
  ),
  allowedOrigins: option(
    origins(),
    'ALLOWED_ORIGINS',
    'the exact origins of your pages, each scheme, host and, if unusual, port, separated by commas, for example https://partner.example,https://www.partner.example',
  ),
  sealKey: option(
    z.optional(text(keyListProblem)),
    'SEAL_KEY',
    'at least 32 random bytes in hex or base64, made with `openssl rand -hex 32`, or several, separated by commas: the first seals, all of them open',
    { isSecret, orFile, otherwise: 'derived from the API secret' },
  ),
  receiptKey: option(
    z.optional(text(keyProblem)),
    'RECEIPT_KEY',
    'the key that names phone numbers in receipts of consent for as long as these are kept, made like a SEAL_KEY',
    { isSecret, orFile, otherwise: 'the last key of `SEAL_KEY`' },
  ),
  operatorName: option(z.optional(text()), 'OPERATOR_NAME', 'the name of the organization that runs the service', {
    isForService,
  }),
  // R-A15: the voter agrees to both.
  operatorTermsUrl: option(z.optional(link()), 'OPERATOR_TERMS_URL', linkTo("the operator's terms of service"), {
    isForService,
  }),
  operatorPrivacyUrl: option(z.optional(link()), 'OPERATOR_PRIVACY_URL', linkTo("the operator's privacy policy"), {
    isForService,
  }),
  partnersFile: option(
    z.optional(text()),
    'PARTNERS_FILE',
    'a JSON file with the partners that share this server, by the name that their pages give as `partner`',
    { otherwise: 'one partner', isForServe: true },
  ),
  partnerName: option(z.optional(text()), 'PARTNER_NAME', 'the name of your organization', { isForService }),
  partnerPrivacyUrl: option(z.optional(link()), 'PARTNER_PRIVACY_URL', linkTo("your organization's privacy policy"), {
    isForService,
  }),
  // R-A48.
  partnerSmsProgram: option(
    z.optional(toggle()),
    'PARTNER_SMS_PROGRAM',
    'whether your own text messages are offered as a separate, unticked choice',
    { otherwise: '`off`, and `on` against the sandbox' },
  ),
  partnerSmsName: option(
    z.optional(text()),
    'PARTNER_SMS_NAME',
    'the name of your text-message program, as its label says it; needed with `PARTNER_SMS_PROGRAM`',
    { otherwise: 'a sample name against the sandbox' },
  ),
  partnerSmsMonthly: option(
    z.optional(number(1, 100)),
    'PARTNER_SMS_MONTHLY',
    'the most text messages that your program sends in a month; needed with `PARTNER_SMS_PROGRAM`',
    { otherwise: '`4` against the sandbox' },
  ),
  partnerSmsCode: option(
    z.optional(smsCode()),
    'PARTNER_SMS_CODE',
    'the short code that your text messages come from, five or six digits',
    { otherwise: 'none is named' },
  ),
  officialSiteUrl: option(
    z.optional(link()),
    'OFFICIAL_SITE_URL',
    linkTo('the official site where voters can register without this form, offered when something fails'),
    { isForService },
  ),
  checkRegistrationUrl: option(
    z.optional(link()),
    'CHECK_REGISTRATION_URL',
    linkTo('the page where voters can check whether they are registered, offered below the state'),
    { otherwise: 'none, and the state’s own page where Civic data name one' },
  ),
  prefillDisabledStates: option(
    z.optional(
      list((state) => (isStateCode(state) ? undefined : `has "${state}", which is no state in two capital letters`)),
    ),
    'PREFILL_DISABLED_STATES',
    'the states whose voters type everything themselves, as in TN,LA: what the page or a link filled in is cleared there',
    { otherwise: 'none' },
  ),
  under18Url: option(
    z.optional(link()),
    'UNDER_18_URL',
    linkTo(
      "your organization's page for voters who are too young to register, linked where the form says from when on they may",
    ),
    { otherwise: 'none' },
  ),
  rehearsal: option(
    z._default(toggle(), false),
    'REHEARSAL',
    'whether every screen says that this is practice and nobody is registered, for a staging service; limits and approvals stay as they are',
  ),
  attributionParams: option(
    z.optional(list(ownNameProblem)),
    'ATTRIBUTION_PARAMS',
    'the parameters of your own that say where a voter came from, besides `source` and `utm_*`, for example shift,chapter',
    { otherwise: 'none' },
  ),
  leastFormVersion: option(
    z.optional(text(formVersionProblem)),
    'LEAST_FORM_VERSION',
    'the oldest version of the form that may be used, as in 0.2.0',
    { otherwise: 'any' },
  ),
  wording: option(
    z.optional(wordings()),
    'WORDING_FILE',
    'a JSON file with a consent wording by language, in place of the one that comes with the package',
    { isFile: true, explain: explainWordings, otherwise: 'the wording of the package' },
  ),
  // R-A22.
  wordingApproved: option(
    z.optional(list()),
    'WORDING_APPROVED',
    'the versions of the wording that the operator has approved, separated by commas',
    { isForService },
  ),
  languages: option(
    z.optional(
      z.union([
        z.literal('all'),
        list((code) =>
          languageCodes.some((known) => known === code) ? undefined : `has "${code}", which is no language of the form`,
        ),
      ]),
    ),
    'LANGUAGES',
    `the languages in which the form is offered besides English, as in es,vi, or all: ${languageCodes.join(', ')}`,
    {
      otherwise: '`en,es`, and `all` against the sandbox',
      read: (value) =>
        value.trim() === 'all'
          ? 'all'
          : value
              .split(',')
              .map((code) => code.trim())
              .filter(Boolean),
      explain: () => 'cannot be read',
    },
  ),
  civicUrl: option(z.optional(text(unversionedProblem)), 'CIVIC_URL', baseOf('the Civic Data API', '/v2, '), {
    otherwise: 'no facts about states',
  }),
  // R-C29.
  civicKeyId: option(
    z.optional(text(keyIdProblem)),
    'CIVIC_KEY_ID',
    'the id of the Civic Data key, as the dashboard shows it',
    { isSecret },
  ),
  civicKeySecret: option(
    z.optional(text(keyHalfProblem)),
    'CIVIC_KEY_SECRET',
    'the secret of the Civic Data key, as the dashboard shows it',
    { isSecret },
  ),
  civicVersion: option(
    z._default(z.literal([1, 2], otherThan('is neither 1 nor 2')), 2),
    'CIVIC_VERSION',
    'the version of the Civic Data API: 2, or the deprecated 1, which is migrated on the way',
  ),
  civicFields: option(
    z.optional(list((slug) => (/^[a-z][a-z0-9_]*$/.test(slug) ? undefined : `has "${slug}", which is not a slug`))),
    'CIVIC_FIELDS',
    'the facts that may be shown, in their order, as V2 slugs such as gov_tool_verify,registration_laws',
    { otherwise: 'those a voter needs to register' },
  ),
  uptimeUrl: option(
    z.optional(text(unversionedProblem)),
    'UPTIME_URL',
    baseOf('the Uptime API or of a monitor of yours', '/v1, '),
    { otherwise: 'no status of sites' },
  ),
  // R-U20.
  uptimeKeyId: option(
    z.optional(text(keyIdProblem)),
    'UPTIME_KEY_ID',
    'the id of the Uptime API’s key, where it needs one',
    { isSecret },
  ),
  uptimeKeySecret: option(z.optional(text(keyHalfProblem)), 'UPTIME_KEY_SECRET', 'the secret of the Uptime API’s key', {
    isSecret,
  }),
  ...serverOptions,
})
export interface BffOptions extends z.input<typeof BffOptions> {}

/** Each option's name in the environment. */
export const variables = variablesOf(BffOptions)
