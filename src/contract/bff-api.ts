/** The API between the widget and the backend-for-frontend: settings, the sealed answer, a press, a problem. */
import * as z from 'zod/mini'
import { SiteState } from './sites.ts'
import { safeLink } from './text.ts'
import { TextProgram } from './text-program.ts'

/** An `https:` address; `http:` only for this machine, where the sandbox runs. */
export const Link = z.string().check(z.refine((value) => safeLink(value) !== undefined))

const Sentence = z.string().check(z.trim(), z.minLength(1))

/** The consent wording in one language. Its eight elements are those that must be shown before a registration is sent (R-A14
 *  to R-A21); each is required, so that no wording can leave one out. `{operator}`, `{partner}`, `{terms}`, `{privacy}` and
 *  `{continue}` are placeholders for operator's and partner's names, the two links and the submit button's label. */
export const Wording = z.object({
  /** The language it is written in (BCP 47), for example `en` or `es`. */
  language: z.string(),
  /** A hash of what a voter sees of it, with names and links. Sent back as `Consent-Version`, stored as evidence of consent. */
  version: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/)),
  /** Identifies the words before names and links are filled in, for translations. With it, the BFF accepts `Consent-Shown`. */
  template: z.optional(z.string()),
  /** Label of the submit button, as the wording names it ("By hitting continue", X2). */
  continue: Sentence,
  terms: Sentence,
  privacy: Sentence,
  /** The eight elements, in the order in which they are shown. */
  elements: z.object({
    /** The flow is powered by the service (R-A14). */
    powered_by: Sentence,
    /** Continuing means agreeing to terms and privacy policy; holds `{terms}` and `{privacy}` (R-A15). */
    agreement: Sentence.check(z.refine((text) => text.includes('{terms}') && text.includes('{privacy}'))),
    /** Occasional e-mails will come (R-A16). */
    emails: Sentence,
    /** Unsubscribing is possible at any time (R-A17). */
    unsubscribe: Sentence,
    /** Giving a cell number means agreeing to occasional text messages (R-A18). */
    texts: Sentence,
    /** Message and data rates may apply (R-A19). */
    rates: Sentence,
    /** Their frequency varies (R-A20). */
    frequency: Sentence,
    /** STOP cancels, HELP gives information (R-A21). */
    stop_help: Sentence,
  }),
  /** Label of the required checkbox (R-A46). */
  agree: Sentence,
  /** What shared contact information is used for (R-A10, R-A11). */
  purpose: Sentence,
  /** Label of the optional checkbox for the partner's own text messages (R-A48); absent when the partner has no program. In
   *  translations `{program}` and `{monthly}` are placeholders for it (`text-program.ts`); here the BFF has replaced them. */
  subscriber: z.optional(Sentence),
})
export type Wording = z.infer<typeof Wording>

/** The eight elements of the wording in the order in which they are shown (R-A14 to R-A21). */
export const wordingElements = [
  'powered_by',
  'agreement',
  'emails',
  'unsubscribe',
  'texts',
  'rates',
  'frequency',
  'stop_help',
] as const satisfies readonly (keyof Wording['elements'])[]

export const Notice = z.object({
  /** Its text by language (BCP 47); `en` is always present and is the fallback. */
  text: z.record(z.string(), z.string()),
  /** Only for voters in these states (two letters); absent: for everyone. */
  states: z.optional(z.array(z.string())),
})
export type Notice = z.infer<typeof Notice>

/** The response of `GET /settings`: everything about operator, partner and wording that may change without a release. */
export const Settings = z.object({
  /** Who runs the registration service. */
  operator: z.object({ name: Sentence, terms_url: Link, privacy_url: Link }),
  /** Whose site the form is on. */
  partner: z.object({
    name: Sentence,
    privacy_url: z.optional(Link),
    /** The partner's own text-message program, if it has one (R-A48). */
    texts: z.optional(TextProgram),
  }),
  /** The wording by language; `en` is always present. A language without an approved wording shows the English one (R-A22). */
  wording: z.catchall(z.object({ en: Wording }), Wording),
  /** Where to register without this service: offered when a registration could not be sent. */
  official_site: z.optional(z.object({ url: Link })),
  /** Where voters can check whether they are registered, unless the state's data name a page. */
  check_registration: z.optional(z.object({ url: Link })),
  /** The partner's own page for voters who are too young to register. */
  under_18: z.optional(z.object({ url: Link })),
  /** The oldest version of the form that may be used, for example `0.3.0`. Older ones show where to register instead. */
  min_form_version: z.optional(z.string()),
  /** The languages besides English that this BFF has the form's texts in. Absent in an older BFF: then none is offered. */
  languages: z.optional(z.array(z.string())),
  /** What voters need to know at present, for example that a court extended a deadline. */
  notices: z.optional(z.array(Notice)),
  /** The states whose voters type everything themselves: what the page or a link filled in is cleared there. */
  prefill_disabled_states: z.optional(z.array(z.string())),
  /** The partner's own attribution parameters, which tell where a voter came from, besides those in `campaign.ts`. */
  attribution: z.optional(z.array(z.string())),
  /** The features that this BFF has enabled. */
  features: z.object({
    /** Offer the partner's own text-message program as a separate choice (R-A48). */
    subscriber_opt_in: z.boolean(),
    /** The answers come from the sandbox or a staging service: no one is really registered, and every screen shows it. */
    sandbox: z.boolean(),
    /** `GET /states/{code}` returns facts about a state. Absent: not available. */
    state_facts: z.optional(z.boolean()),
    /** `GET /sites` reports which sites of states are down. Absent: not available. */
    sites: z.optional(z.boolean()),
    /** `false`: there is no `/form`, so a form whose program does not come cannot go on there. */
    page: z.optional(z.boolean()),
  }),
})
export type Settings = z.infer<typeof Settings>

/** A button of the answer. The BFF has sealed its event: the browser can neither read nor forge one. */
export const EncryptedButton = z.object({
  message_text: z.string(),
  primary: z.boolean(),
  /** Empty when a voter must not be sent to the service's address: the button is then shown as text. */
  url: z.string(),
  /** When the link expires, as the service wrote it (R-A66). For reading; calculate with `expires_in_ms`. */
  url_expiry: z.optional(z.string()),
  /** Milliseconds from the answer to the expiry, by the service's clock: the voter's may be wrong (X12). May be negative. */
  expires_in_ms: z.optional(z.number()),
  /** What to report when the button is pressed, sealed; absent when there is nothing to report (R-A08). */
  click_token: z.optional(z.string()),
  /** The state of the site that the button leads to; absent when unknown. */
  site: z.optional(SiteState),
})
export type EncryptedButton = z.infer<typeof EncryptedButton>

/** The response of `POST /registrations` with status 200. */
export const EncryptedAnswer = z.object({
  message_markdown: z.string(),
  buttons: z.array(EncryptedButton).check(z.maxLength(2)),
  /** What voters in this registration's state need to know at present. */
  notices: z.optional(z.array(Notice)),
  /** Identifies this request in the BFF's log, for support. */
  reference: z.string(),
  /** Retrieves the answer again for 15 minutes, with `POST /answers`. Sealed, without personal data; absent from older BFFs. */
  answer_token: z.optional(z.string()),
})
export type EncryptedAnswer = z.infer<typeof EncryptedAnswer>

/** Why the BFF has no answer: one word for programs. New words may be added; treat unknown ones by `outcome`. */
export const problemCodes = [
  'origin_not_allowed',
  'bad_request',
  'too_large',
  'unsupported_media_type',
  'not_found',
  'method_not_allowed',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'consent_outdated',
  'upgrade_required',
  'click_token_invalid',
  'answer_gone',
  'host_not_allowed',
  'partner_unknown',
  'partner_unavailable',
  'rate_limited',
  'challenge_required',
  'overloaded',
  'storage_unavailable',
  'upstream_circuit_open',
  'state_unknown',
  'region_unknown',
  'upstream_unreachable',
  'upstream_auth',
  'upstream_busy',
  'upstream_contract',
  'upstream_unknown',
  'civic_failed',
  'shutting_down',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A challenge that a browser must solve before its registration is accepted: sent with the code `challenge_required`. The
 *  solution goes into {@link bffHeaders}.challengeSolution of the same request, which is sent once more; it is valid once.
 *
 *  A `proof` is a proof of work of some tenths of a second (ALTCHA 2, PBKDF2): find the least `counter` from 0 for which the
 *  key, derived from the bytes of `nonce` and the counter (32 bits, big-endian) with `salt` and `cost` rounds, starts with
 *  `keyPrefix`. */
export const Challenge = z.object({
  kind: z.literal('proof'),
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    /** Hexadecimal, as are `salt` and `keyPrefix`. */
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    /** Bytes. */
    keyLength: z.number(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** An error of the BFF as RFC 9457 problem details (`application/problem+json`). Contains no personal data. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** What happened and what to do next, in English, for a developer. */
  detail: z.optional(z.string()),
  /** One of {@link problemCodes}, or a newer word. */
  code: z.string(),
  /** On `POST /registrations`: whether the service may have received the registration. */
  outcome: z.optional(z.enum(['not_sent', 'unknown'])),
  /** Seconds after which a retry makes sense. */
  retry_after: z.optional(z.number()),
  /** With `rate_limited`: `phone_or_email` when the voter's own was used too often; other limits have no name here. */
  limit: z.optional(z.string()),
  /** Set when this is the stored result of an earlier request with the same key; nothing was sent for this one. */
  replayed: z.optional(z.boolean()),
  /** With `challenge_required`: a {@link Challenge}, or one of a newer kind. */
  challenge: z.optional(z.unknown()),
  reference: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** The longest wait, in seconds, that a form shows to its voter. A longer `retry_after` is for programs: the voter may retry
 *  after this time, and then gets the rest. A form without scripts never waits longer in place of a challenge. */
export const longestShownWait = 120

/** Our own request headers on `POST /registrations`. */
export const bffHeaders = {
  /** A UUID, one for each filled form: the same key never registers twice. */
  idempotencyKey: 'Idempotency-Key',
  /** The `version` of the {@link Wording} that was on the screen. */
  consentVersion: 'Consent-Version',
  /** What was shown beside that wording, as parameters: `language` of the form, `subscriber=1` if the partner's own text
   *  messages were offered, `translation` (its `version`), `embed` (`react`, `element`, `hosted`), and the page's `path`.
   *  Only for a BFF whose wording has a `template`. */
  consentShown: 'Consent-Shown',
  /** The version of the form, stored with the consent; one older than `min_form_version` is refused. Optional. */
  formVersion: 'Form-Version',
  /** Where the voter came from, see `campaign.ts`; for log and receipt. Optional. */
  campaign: 'Campaign',
  /** The solution of a {@link Challenge}: for a `proof` the base64 of ALTCHA's payload, else the token. */
  challengeSolution: 'Challenge-Solution',
} as const

/** The response of `POST /answers`: the answer as of now, and its registration: nothing has to be typed twice. */
export const SavedAnswer = z.object({
  ...EncryptedAnswer.shape,
  request: z.looseObject({ state: z.string() }),
  consent_version: z.string(),
})
export type SavedAnswer = z.infer<typeof SavedAnswer>

const { language: _language, version: _version, template: _template, ...texts } = Wording.shape

/** A translation of a wording: shown beside the approved one for readers of another language. No one agrees to it. */
export const WordingTranslation = z.object({
  /** The `template`s, or versions, of the wordings that it translates; beside any other it is not shown. */
  templates: z.array(z.string()),
  /** Identifies these words: a hash of them. Sent back with the consent. */
  version: z.optional(z.string()),
  heading: z.string(),
  /** Tells in the reader's language which text is the binding one. */
  note: z.string(),
  ...texts,
})
export type WordingTranslation = z.infer<typeof WordingTranslation>

/** Of the package's own English, with and without the partner's text messages: our translations belong to these exact words. */
export const ourEnglishWordings: readonly string[] = ['en-f647c6f6', 'en-596159fb']
