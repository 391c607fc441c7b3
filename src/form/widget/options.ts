/** What a partner can set on the form, and what the form reports to the partner's page, through every entry point. So nothing
 *  here names React: a page with the tag may not even have its types. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Tracking } from '../../contract/campaign.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { RequestField, Title } from '../../contract/request-fields.ts'
import type { StateCode } from '../../contract/states.ts'
import type { ThemeToken } from '../../contract/theme-tokens.ts'
import type { Catalogue, MessageKey } from '../locales/catalogue.ts'
import type { FormErrorCode } from './flow/flow-reducer.ts'
import type { FormLayout, FormStep } from './form/fields.ts'

export type { ThemeToken, Tracking }

/** A state as a page may write it: `TN` or `tn`. */
export type StateName = StateCode | Lowercase<StateCode>

/** A field that may be filled in: every request field except the two opt-ins, which only the voter can give. */
export type PrefillField = Exclude<RequestField, 'sms_opt_in' | 'sms_opt_in_subscriber'>

/** Values to begin with, by field. */
export type Prefill = {
  [Field in PrefillField]?: Field extends 'state' ? StateName : Field extends 'title' ? Title | `${Title}.` : string
}

/** A language of the form. A tag with a region or a script finds the closest texts: `es-MX`. Write one of your own with its region,
 *  too: `pl-PL`. */
export type Locale = 'auto' | LanguageCode | `${string}-${string}`

/** How the form looks. */
export interface Appearance {
  /** Light or dark. `auto` (default) follows the voter's system, `inherit` the page's `color-scheme`. */
  theme?: 'light' | 'dark' | 'auto' | 'inherit'
  /** Spacing of the form. */
  density?: 'comfortable' | 'compact'
  /** Values of tokens, for example `{ 'color-primary': '#003b5c' }`. */
  variables?: Partial<Record<ThemeToken, string>>
}

/** Where a link of the answer opens. */
export type LinkTarget = '_self' | '_blank' | '_top'

/** Level of the form's first heading. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6

/** Everything a partner can set. Only `apiBase` is required. */
export interface VoterRegistrationOptions {
  /** Address of the backend-for-frontend, for example `https://register.partner.org/api`. */
  apiBase: string
  /** The partner's public name for this form; it comes back in every callback. Never a secret. */
  partner?: string
  /** A BCP 47 language, or `auto` (default): the closest `lang` attribute, then the browser's languages. Texts in another
   *  language than English come from `locales`, else from the BFF. */
  locale?: Locale
  /** The languages that the form offers above its heading, by their own names: all that the BFF has texts in, unless you list some
   *  (`['es', 'vi']`, on a tag `es vi`). `false`, on a tag `none`, offers none. */
  languages?: readonly string[] | false
  /** Texts in other languages than English, as `voter-registration/locales/es` has them: nothing is fetched for these. */
  locales?: readonly Catalogue[]
  /** Texts to replace, by dotted key: `{ 'form.heading': 'Get ready to vote' }`. Values stand in braces. */
  messages?: { readonly [Key in MessageKey]?: string }
  /** Values to begin with. They stay visible and editable; unusable ones are left out, and so is a date that can be read in
   *  two ways: write `1990-04-12`. */
  prefill?: Prefill
  /** Theme, density and tokens: `{ theme: 'dark', density: 'compact', variables: { 'color-primary': '#003b5c' } }`. */
  appearance?: Appearance
  /** `false` hides the choice of the partner's own text messages even where the BFF has it switched on. */
  subscriberOptIn?: boolean
  /** Where the answer's links open. Default: `_self`; in a frame `_blank`, since states' sites refuse to be shown in one. */
  linkTarget?: LinkTarget
  /** `page` (default): all fields on one page. `steps`: state and ZIP code, name and birth, address, contact and consent,
   *  one after the other in one document. */
  layout?: FormLayout
  /** Whether what was typed is shown once more before it is sent, with a way to change it. By default it is in steps, and is
   *  not on one page. */
  review?: boolean
  /** Level of the form's heading; 2 by default. */
  headingLevel?: HeadingLevel
  /** Put the focus into the first field once, as soon as its texts are there. Off by default: a page's focus is the visitor's. */
  autoFocus?: boolean
  /** Where to register without this form, should the settings not load. */
  officialUrl?: string
  /** What `GET /settings` answers, fetched on the server: the form then has its wording at once. */
  settings?: Settings
  /** `shadow`: in a shadow root of its own, where the page's rules do not reach it; `none`: in the page's own document. The
   *  element's default is `shadow`, the React component's `none`. Counts when the form comes onto the page. */
  isolation?: 'shadow' | 'none'
  /** For one device that many voters use: the form is cleared after this many seconds without input, with a warning before, and
   *  when the voter returns with the Back button. `true` is 90 seconds, `{ idleSeconds: 120 }` is 120; the minimum is 30. An
   *  invalid value is 90 seconds, not off. Fields have no autofill hints. */
  kiosk?: Kiosk
  /** Keep what was typed in this tab's `sessionStorage`, for 30 minutes after the last change: a reload, Back or a discarded tab
   *  loses nothing. Never consent, and nothing in kiosk mode. Off by default: other scripts of the page can read it there. */
  keepTyped?: boolean
  /** Tell callbacks the chosen state; `true` by default. */
  reportState?: boolean
  /** Where the voter came from: `source`, `utm_*` and the names in the BFF's `ATTRIBUTION_PARAMS`, short plain words. Comes back in every
   *  callback, with the page's path and the host that led to it, and goes into the BFF's log and receipt; never to the service. */
  tracking?: Tracking
  /** How requests are made; the browser's `fetch` by default. */
  fetch?: typeof fetch
}

/** What every callback receives, besides its own detail. Never personal data. */
export interface EventDetail {
  /** Tells several forms on a page apart. */
  instanceId: string
  partner?: string
  /** The package's version. */
  version: string
  /** Where the voter came from: what the page has said of it, `page_path` and `referrer_host`. */
  tracking?: Tracking
}

/** Why the form was reset: the voter or the page requested it, or in kiosk mode there was no input (`idle`), or the page was
 *  restored from the browser's cache (`restored`). */
export type ResetReason = 'user' | 'api' | 'idle' | 'restored'

/** The callbacks. New closures on each render are fine: the latest one is called, nothing is mounted or fetched again. */
export interface VoterRegistrationCallbacks {
  /** The wording is there: the form can be sent. */
  onReady?(detail: EventDetail & { locale: string; mode: 'live' | 'sandbox' }): void
  /** The voter typed or chose something for the first time. */
  onStart?(detail: EventDetail): void
  /** Another step of the form is on the screen: `name`, `address` and so on, never what was typed. */
  onStep?(detail: EventDetail & { step: FormStep; number: number; total: number }): void
  /** The state's data say that the voter is still too young to register: once for each state, never a date or an age. Nothing is
   *  blocked. */
  onTooYoung?(detail: EventDetail & { state?: StateCode }): void
  /** The form was not accepted, as the form or the service found: names of fields, and with `rules` the code of the broken rule, as
   *  in `zipcode:zipcodeMissing`. `seconds` since the page was opened. Never what was typed. */
  onInvalid?(
    detail: EventDetail & { fields: RequestField[]; rules: string[]; seconds: number; source: 'client' | 'server' },
  ): void
  /** About to send. `preventDefault()` keeps the form from sending. */
  onSubmit?(detail: EventDetail & { state?: StateCode; preventDefault(): void }): void
  /** The answer is on the screen. `reference` names the registration in the BFF's log and receipt. */
  onResult?(detail: EventDetail & { state?: StateCode; buttons: number; reference: string }): void
  /** A button of the answer was pressed. `method` is what its label says: left out where it says neither. `preventDefault()`
   *  leaves the way on to the page. */
  onAction?(
    detail: EventDetail & {
      state?: StateCode
      primary: boolean
      method?: 'online' | 'mail'
      destinationHost: string
      expired: boolean
      preventDefault(): void
    },
  ): void
  /** A voter who came back answered "Did you finish?". */
  onFinish?(detail: EventDetail & { state?: StateCode; answer: 'yes' | 'not-yet' | 'trouble' }): void
  /** Whether the press reached the BFF. */
  onTrack?(detail: EventDetail & { ok: boolean }): void
  /** Something that is not the voter's doing went wrong. */
  onError?(detail: EventDetail & { code: FormErrorCode; retryable: boolean }): void
  /** The form is empty again. */
  onReset?(detail: EventDetail & { reason: ResetReason }): void
}

/** A callback's own detail, besides the one that all of them receive. */
export type OwnDetail<Name extends keyof VoterRegistrationCallbacks> = Omit<
  Parameters<NonNullable<VoterRegistrationCallbacks[Name]>>[0],
  keyof EventDetail
>

/** The status of the form, for the page around it. */
export type Status = 'loading' | 'form' | 'submitting' | 'result' | 'error'

/** The value of a `ref` on `<VoterRegistration>`. */
export interface VoterRegistrationHandle {
  /** Moves the focus to a field, or to the screen that is shown. */
  focus(options?: { field?: RequestField; preventScroll?: boolean }): void
  /** Empties the form and begins again. */
  reset(): void
  /** Fills fields the voter has not touched. */
  setPrefill(prefill: Prefill): void
  /** The status of the form. */
  readonly status: Status
  /** The package's version. */
  readonly version: string
}

/** What the panel shows; `nothing` where the BFF has no such data, or for an unknown state. */
export type PanelAt = 'nothing' | 'loading' | 'ready' | 'failed'

/** The options of the facts of a state. */
export interface StateFactsOptions
  extends Pick<
    VoterRegistrationOptions,
    'apiBase' | 'locale' | 'locales' | 'messages' | 'headingLevel' | 'appearance' | 'settings' | 'fetch'
  > {
  /** Code of a state, for example `TN`. */
  state: StateName
  /** A region with values of its own, as the service spells it; without it the voter is asked where there are any. */
  region?: string
  /** Which facts, by slug and in this order; what a voter needs while registering by default. */
  fields?: readonly string[]
}

/** Returns the tag of texts that exist as the option that selects them: whatever a partner's own texts are called. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tag of texts that are there is one that finds them.
export const localeOf = (language: string): Locale => language as Locale

/** For one device and many voters: typed values are cleared after this many seconds without input. `true` is 90 seconds. */
export type Kiosk = boolean | { idleSeconds: number }

/** The minimum idle time, in seconds; the last 20 of them are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

/** Parses the option, or its text in an attribute or an address; `undefined` is a device of a single voter. An invalid value
 *  means 90 seconds: on a shared device, a typing error must not leave one voter's data to the next. */
export function idleSecondsOf(kiosk: unknown): number | undefined {
  const said = typeof kiosk === 'object' && kiosk !== null && 'idleSeconds' in kiosk ? kiosk.idleSeconds : kiosk
  if (said === undefined || said === null || said === false || said === 'false') return undefined
  // Digits only: `Number` would also accept 1e3.
  const isNumber = typeof said === 'number' || (typeof said === 'string' && /^\d+$/.test(said))
  const seconds = isNumber ? Number(said) : 0
  return seconds >= shortestIdle && Number.isInteger(seconds) ? seconds : 90
}
