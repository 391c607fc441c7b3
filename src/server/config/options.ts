/** The options of the BFF, for editors; options-table.ts says how each is checked. */
import type { ConsentOrder } from '../../contract/bff-api.ts'
import type { Limits } from '../middleware/rate-limiter.ts'
import type { Level } from '../observability/log.ts'
import type { DraftMode } from '../offered-languages.ts'
import type { WordingTexts } from '../wording.ts'

/**
 * The options of `createBff` and `serve`. Against the sandbox (`apiKeyId` is its key) names, links and wording may be
 * left out; against a real service they are needed. Nothing in here has a default that contacts a real service.
 */
export interface BffOptions {
  /** Base address of the registration service: `https:`, or `http:` on this machine for the sandbox (R-A104, R-A105). */
  upstreamUrl: string
  /** The API key's id, a UUID (R-A100; the service answers 500 to anything else). */
  apiKeyId: string
  /** The API key's secret. Never printed, never sent anywhere but to the service. */
  apiKeySecret: string
  /** The id of the key before, while a new one replaces it: asked with when the service answers 401 to the new one. */
  oldApiKeyId?: string | undefined
  /** Its secret. */
  oldApiKeySecret?: string | undefined
  /** The origins of the pages that may use this BFF: an exact list, for example `['https://partner.example']`. */
  allowedOrigins: readonly string[]
  /** At least 32 random bytes in base64 or hex: encrypts the events. Several, separated by commas, while one replaces another:
   *  the first seals, all of them open. Left out, a key is derived from the API secret. */
  sealKey?: string | undefined
  /** Such a key for the names of phone numbers in receipts of consent. Default: the last of `sealKey`. */
  receiptKey?: string | undefined
  /** Who runs the registration service. */
  operatorName?: string | undefined
  /** The operator's terms of service, which the voter agrees to (R-A15). */
  operatorTermsUrl?: string | undefined
  /** The operator's privacy policy, which the voter agrees to (R-A15). */
  operatorPrivacyUrl?: string | undefined
  /** Read by `serve` only, and by `loadPartners()`: the file with the partners that share this BFF. Default: there is one
   *  partner, that of these options. */
  partnersFile?: string | undefined
  /** The name of the organization whose pages the form is on. */
  partnerName?: string | undefined
  /** That organization's privacy policy. */
  partnerPrivacyUrl?: string | undefined
  /** Whether the partner has a text-message program of its own, offered as a separate choice (R-A48). Default: no. */
  partnerSmsProgram?: boolean | undefined
  /** That program's name, for example `River City Alerts`: needed with `partnerSmsProgram`, as is `partnerSmsMonthly`. */
  partnerSmsName?: string | undefined
  /** The most text messages that the program sends in a month. */
  partnerSmsMonthly?: number | undefined
  /** The short code that they come from, five or six digits. Default: none is named. */
  partnerSmsCode?: string | undefined
  /** Where a voter can register without us; offered when a registration could not be sent. */
  officialSiteUrl?: string | undefined
  /** Where a voter can check whether they are registered: offered above the form's first field. A state's own page, where the
   *  Civic Data API names one, takes its place. Default: none is offered. */
  checkRegistrationUrl?: string | undefined
  /** The partner's own page for voters who are too young to register: linked where the form says from when on they may.
   *  Default: none. */
  under18Url?: string | undefined
  /** Whether every screen says that this is practice, for a staging service. Limits and approvals stay as they are. Default: no. */
  rehearsal?: boolean | undefined
  /** Parameters of your own, besides `source` and `utm_*`, that say where a voter came from, for example `['shift']`: taken from the
   *  page's address or `tracking`, given to callbacks, log and receipts. Default: none. */
  attributionParams?: readonly string[] | undefined
  /** The oldest version of the form that may still be used, for example `0.2.0`; at most this package's. Default: any. */
  leastFormVersion?: string | undefined
  /** The wording by language, instead of ours; `en` is needed (R-A13 to R-A22). */
  wording?: ({ en: WordingTexts } & Record<string, WordingTexts>) | undefined
  /** The versions of the wordings that the operator has approved, for example `['en-3f9a1c20']` (R-A22). */
  wordingApproved?: readonly string[] | undefined
  /** Which text stands open where the approved one is in another language than the form; the other is folded away. What is
   *  agreed to is the approved one. Default: `approved-first`. */
  consentOrder?: ConsentOrder | undefined
  /** Which translations that no reader has signed are shown. Default: `established`, and `all` against the sandbox. */
  drafts?: DraftMode | undefined
  /** Base address of the Civic Data API; left out, there is no `GET /states/{code}`. May be that of the service itself. */
  civicUrl?: string | undefined
  /** The id of the Civic Data API's own key (R-C29). */
  civicKeyId?: string | undefined
  /** Its secret. Never printed, never sent anywhere but to the Civic Data API. */
  civicKeySecret?: string | undefined
  /** Which version of it is spoken. Default: 2; with 1, the deprecated one, everything is migrated. */
  civicVersion?: 1 | 2 | undefined
  /** The facts that may be shown, by V2 slug and in this order, in place of the package's list. */
  civicFields?: readonly string[] | undefined
  /** Base address of the State Voter Tool Uptime API; left out, nothing is said of sites. May be that of the service. */
  uptimeUrl?: string | undefined
  /** The id of a key for it, where the operator asks for one: the specification leaves that open (R-U20). */
  uptimeKeyId?: string | undefined
  /** Its secret. Never printed, never sent anywhere but to the Uptime API. */
  uptimeKeySecret?: string | undefined
  /** For how many seconds an answer of the Uptime API is fresh. Default: 60. */
  uptimeCacheSeconds?: number | undefined
  /** Base address at which browsers reach your `voter-registration-monitor`: `GET /status` leads to its page, and `GET /sites`
   *  has the history of sites from it. Default: neither. */
  monitorUrl?: string | undefined
  /** A path in front of every route, for hosts that mount the BFF below one, for example `/api/register`. */
  basePath?: string | undefined
  /** Whether the page with the form is served at `/form`, where the BFF is given one. Default: yes. */
  page?: boolean | undefined
  /** How the page's form is laid out: all fields on one page, or in steps. Default: `page`. */
  pageLayout?: 'page' | 'steps' | undefined
  /** The page's public address, for example `https://register.partner.example/form`: on wide screens the page then offers it to the
   *  voter's phone as a QR code. Default: it offers none. */
  pageUrl?: string | undefined
  /** Read by `serve` only, and by `loadLook()`: the file that says how that page looks. Default: as the form does by itself. */
  pageLookFile?: string | undefined
  /** Read by `serve` only, and by `loadNotices()`: the file with notices for voters. Default: there are none. */
  noticeFile?: string | undefined
  /** The fields that the page's address may fill in, for example `['state', 'zipcode']`: query parameters are seen by every
   *  proxy on the way. Default: none. */
  pagePrefill?: readonly string[] | undefined
  /** The names that the page's address may give as `partner`, for example `['acme']`; the log calls any other `other`. Default:
   *  none. */
  partners?: readonly string[] | undefined
  /** The only countries whose phone numbers are taken, besides the United States and its territories, for example
   *  `['CA', 'MX']`; `['US']` for none besides. Default: every country. */
  phoneCountries?: readonly string[] | undefined
  /** The lowest level that is logged. Default: `info`. */
  logLevel?: Level | undefined
  /**
   * How much may be sent: `true` for the defaults, `false` for no limits, or limits by name in place of some defaults.
   * Left out: the defaults, and none against the sandbox.
   */
  rateLimits?: boolean | Limits | undefined
  /** Networks whose addresses are not limited, for voter drives, for example `['203.0.113.0/24']`. */
  unlimitedNetworks?: readonly string[] | undefined
  /** How many proxies of yours stand in front, each appending to `X-Forwarded-For`. Default: 0, the header is not read. */
  trustProxyHops?: number | undefined
  /** The names under which this server may be reached. Default: any. */
  publicHosts?: readonly string[] | undefined
  /** What each registration costs where a network sends much, or everybody at once: nothing, or a `proof` of work.
   *  Default: `proof`, and `off` against the sandbox and without limits. */
  botCheck?: 'off' | 'proof' | undefined
  /** Whether a service that keeps failing is left alone for 15 s at a time. Default: yes, and no against the sandbox. */
  breaker?: boolean | undefined
  /** The most registrations that this process has under way at the service at once. Default: 256. While the service is
   *  strained (429, 503, no answer in time) it has fewer. */
  inFlight?: number | undefined
  /** How many more registrations wait for their turn, each at most 5 s. Default: 512. */
  waitingRoom?: number | undefined
  /** Read by `serve` only: the port on this machine where Prometheus finds the metrics; 0 takes any. Default: none. */
  metricsPort?: number | undefined
  /**
   * Read by `serve` only: the folder of the embedded database, which keeps presses, outcomes and receipts of consent. One
   * process for each folder. `none` keeps nothing and says so; needed against a real service unless there is `databaseUrl`.
   */
  dataDir?: string | undefined
  /** Read by `serve` only: a PostgreSQL that any number of processes share, instead of `dataDir`. Never printed. */
  databaseUrl?: string | undefined
  /** For how many days failed presses are kept. Default: 30. */
  outboxKeepDays?: number | undefined
  /** For how many days receipts of consent are kept. Default: 1827, five years. */
  consentKeepDays?: number | undefined
  /** Read by `serve` only: where it listens. Default: 8787; 0 takes any free port. */
  port?: number | undefined
  /** Read by `serve` only: the address it listens on. Default: 127.0.0.1; in a container 0.0.0.0. */
  host?: string | undefined
}
