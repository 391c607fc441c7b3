/** What the widget and the backend-for-frontend say to each other: settings, the sealed answer, a press, a problem. */
import * as z from 'zod/mini'
import { SiteState } from './sites.ts'
import { safeLink } from './text.ts'
import { TextProgram } from './text-program.ts'

/** An `https:` address; `http:` only on this machine itself, where the sandbox lives. */
export const Link = z.string().check(z.refine((value) => safeLink(value) !== undefined))

const Sentence = z.string().check(z.trim(), z.minLength(1))

/**
 * The consent wording in one language. Its eight elements are those that must be shown before a registration is sent
 * (R-A14 to R-A21); each is required, so that no wording can leave one out. `{operator}`, `{partner}`, `{terms}`,
 * `{privacy}` and `{continue}` stand for the operator's and partner's names, the two links and the submit button's label.
 */
export const Wording = z.object({
  /** The language it is written in (BCP 47), for example `en` or `es`. */
  language: z.string(),
  /** Names what a voter sees of it, with names and links: a hash. Sent back as `Consent-Version`, kept as evidence of consent. */
  version: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/)),
  /** Names the words before names and links stand in them, for their translations. A BFF that sends it takes `Consent-Shown`. */
  template: z.optional(z.string()),
  /** Label of the submit button, as the wording names it ("By hitting continue", X2). */
  continue: Sentence,
  /** Label of the link to the terms. */
  terms: Sentence,
  /** Label of the link to the privacy policy. */
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
   *  translations `{program}` and `{monthly}` stand for the program, see `text-program.ts`; the BFF has put them in place here. */
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

/** Which text stands open where a form's language has no approved wording: that one, or its translation; the other is folded
 *  away beside it. */
export const consentOrders = ['approved-first', 'translation-first'] as const
export type ConsentOrder = (typeof consentOrders)[number]

/** The order that settings name; `approved-first` where they name none that is known. */
export function readConsentOrder(said: string | undefined): ConsentOrder {
  return said === 'translation-first' ? said : 'approved-first'
}

/** A notice for voters: plain text, never Markdown or HTML. */
export const Notice = z.object({
  /** Its text by language (BCP 47); `en` is always there, and stands for those that are not. */
  text: z.record(z.string(), z.string()),
  /** Only for voters in these states (two letters); absent: for everybody. */
  states: z.optional(z.array(z.string())),
})
export type Notice = z.infer<typeof Notice>

/** What `GET /settings` answers: everything about operator, partner and wording that may change without a release. */
export const Settings = z.object({
  /** Who runs the registration service. */
  operator: z.object({ name: Sentence, terms_url: Link, privacy_url: Link }),
  /** Whose site the form is on. */
  partner: z.object({
    name: Sentence,
    privacy_url: z.optional(Link),
    /** The partner's own text messages, where there are any (R-A48). */
    texts: z.optional(TextProgram),
  }),
  /** The wording by language; `en` is always there. A language without an approved wording shows the English one (R-A22). */
  wording: z.catchall(z.object({ en: Wording }), Wording),
  /** One of {@link consentOrders}; absent, or a newer word: `approved-first`. */
  consent_order: z.optional(z.string()),
  /** Where to register without us: offered when a registration could not be sent. */
  official_site: z.optional(z.object({ url: Link })),
  /** Where a voter can check whether they are registered, until the state's data name a page of its own. */
  check_registration: z.optional(z.object({ url: Link })),
  /** The partner's own page for voters who are too young to register. */
  under_18: z.optional(z.object({ url: Link })),
  /** The oldest version of the form that may be used, for example `0.2.0`. An older one shows where to register instead. */
  least_form_version: z.optional(z.string()),
  /** What voters are to know at present, for example that a court extended a deadline. */
  notices: z.optional(z.array(Notice)),
  /** The partner's own parameters that say where a voter came from, besides those in `campaign.ts`. */
  attribution: z.optional(z.array(z.string())),
  /** What this BFF has switched on. */
  features: z.object({
    /** Offer the partner's own text-message program as a separate choice (R-A48). */
    subscriber_opt_in: z.boolean(),
    /** The answers come from the sandbox, or from a staging service: nobody is really registered, and every screen says so. */
    sandbox: z.boolean(),
    /** `GET /states/{code}` answers with facts about a state. Absent: no, there is nothing to ask for. */
    state_facts: z.optional(z.boolean()),
    /** `GET /sites` says which sites of states are down. Absent: no, there is nothing to ask for. */
    sites: z.optional(z.boolean()),
    /** `GET /zips/{prefix}` answers with the cities of ZIP codes. Absent: no, there is nothing to ask for. */
    zips: z.optional(z.boolean()),
  }),
})
export type Settings = z.infer<typeof Settings>

/** A button of the answer. The BFF has sealed its event: the browser can neither read nor invent one. */
export const SealedButton = z.object({
  message_text: z.string(),
  primary: z.boolean(),
  /** Empty where a voter must not be sent to the service's address: then the button is shown as text. */
  url: z.string(),
  /** When the link stops working, as the service wrote it (R-A66). For reading; count with `expires_in_ms`. */
  url_expiry: z.optional(z.string()),
  /** Milliseconds from the answer until then, by the service's clock: the voter's may be wrong (X12). May be negative. */
  expires_in_ms: z.optional(z.number()),
  /** What to report when the button is pressed, sealed; absent when nothing is to be reported (R-A08). */
  press: z.optional(z.string()),
  /** The state of the site that the button leads to; absent when nothing is known of it. */
  site: z.optional(SiteState),
})
export type SealedButton = z.infer<typeof SealedButton>

/** What `POST /registrations` answers with 200. */
export const SealedAnswer = z.object({
  message_markdown: z.string(),
  buttons: z.array(SealedButton).check(z.maxLength(2)),
  /** What voters in this registration's state are to know at present. */
  notices: z.optional(z.array(Notice)),
  /** Names this request in the BFF's log, for support. */
  reference: z.string(),
  /** Brings the answer back for 15 minutes, with `POST /answers`. Sealed, and nothing personal in it; absent from older BFFs. */
  again: z.optional(z.string()),
})
export type SealedAnswer = z.infer<typeof SealedAnswer>

/** What `POST /presses` takes; answered with 202 once the report is accepted. */
export const Press = z.strictObject({ press: z.string().check(z.minLength(1)) })
export type Press = z.infer<typeof Press>

/** What is known about a registration that brought no answer. */
export const Outcome = z.enum(['not_sent', 'may_have_been_sent'])
export type Outcome = z.infer<typeof Outcome>

/** Why the BFF has no answer: one word for programs. Unknown words may be added; treat them by `outcome`. */
export const problemCodes = [
  'origin_refused',
  'bad_request',
  'too_large',
  'unsupported_media_type',
  'not_found',
  'method_not_allowed',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'consent_outdated',
  'upgrade_required',
  'press_invalid',
  'answer_gone',
  'host_refused',
  'partner_unknown',
  'rate_limited',
  'challenge_required',
  'overloaded',
  'storage_unavailable',
  'upstream_paused',
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

/**
 * A challenge that a browser must meet before its registration is taken: with the code `challenge_required`. Its solution
 * goes into {@link bffHeaders}.challengeSolution of the same request, sent once more; it works once.
 *
 * A `proof` asks for some tenths of a second of arithmetic (ALTCHA 2, PBKDF2): find the least `counter` from 0 for which
 * the key, derived from the bytes of `nonce` and the counter (32 bits, big end first) with `salt` and `cost` rounds, starts
 * with `keyPrefix`. The other two are services with a widget of their own, whose token is the solution.
 */
export const Challenge = z.union([
  z.object({
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
  }),
  z.object({ kind: z.enum(['turnstile', 'hcaptcha']), site_key: z.string() }),
])
export type Challenge = z.infer<typeof Challenge>

/** An error of the BFF as RFC 9457 problem details (`application/problem+json`). Holds no personal data. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** What happened and what to do next, in English, for a developer. */
  detail: z.optional(z.string()),
  /** One of {@link problemCodes}, or a newer word. */
  code: z.string(),
  /** On `POST /registrations`: whether the service may have the registration. */
  outcome: z.optional(Outcome),
  /** Seconds after which trying again makes sense. */
  retry_after: z.optional(z.number()),
  /** With `rate_limited`: `phone_or_email` when the voter's own has been used too often; other limits have no name here. */
  limit: z.optional(z.string()),
  /** Set when this is the result of an earlier request with the same key, and nothing was sent for this one. */
  replayed: z.optional(z.boolean()),
  /** With `challenge_required`: a {@link Challenge}, or one of a newer kind. */
  challenge: z.optional(z.unknown()),
  /** Names this request in the BFF's log, for support. */
  reference: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** The longest wait, in seconds, that a form shows to its voter. A `retry_after` above it is for programs: the voter may try again
 *  after this time, and gets the rest then. A form without scripts never waits longer in place of a challenge. */
export const longestShownWait = 120

/** Request headers of our own on `POST /registrations`. */
export const bffHeaders = {
  /** A UUID, one for each filled form: the same one never registers twice. */
  idempotencyKey: 'Idempotency-Key',
  /** The `version` of the {@link Wording} that was on the screen. */
  consentVersion: 'Consent-Version',
  /** What stood beside that wording, as parameters: `language` of the form, `subscriber=1` where the partner's own text
   *  messages were offered, `translation` (its `version`) and `order` (which of the two
   *  stood open, see {@link consentOrders}), `door` (`react`, `element`, `hosted`), and the page's `path`. Only to a
   *  BFF whose wording has a `template`. */
  consentShown: 'Consent-Shown',
  /** The version of the form, kept with the consent; one older than `least_form_version` is refused. May be left out. */
  formVersion: 'Form-Version',
  /** Where the voter came from, see `campaign.ts`; for log and receipt. May be left out. */
  campaign: 'Campaign',
  /** The solution of a {@link Challenge}: for a `proof` the base64 of ALTCHA's payload, else the token. */
  challengeSolution: 'Challenge-Solution',
} as const
