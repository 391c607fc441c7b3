/** What a partner can set on the form, and what the form reports to the partner's page, through every entry point. Nothing here
 *  names React, whose types a page with the tag may not have. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Tracking } from '../../contract/campaign.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { RequestField, Title } from '../../contract/request-fields.ts'
import type { StateCode } from '../../contract/states.ts'
import type { ThemeToken } from '../../contract/theme-tokens.ts'
import type { Catalog, MessageKey } from '../locales/catalog.ts'
import type { FormErrorCode } from './flow/flow-reducer.ts'
import type { FormLayout, FormStep } from './form/fields.ts'

export type { ThemeToken, Tracking }

/** A state as a page may write it: `TN` or `tn`. */
export type StateName = StateCode | Lowercase<StateCode>

/** Initial values by field: every request field except the two opt-ins, which only the voter can give. */
export interface Prefill {
  title?: Title | `${Title}.`
  first_name?: string
  middle_name?: string
  last_name?: string
  /** For example `Jr.`; not part of `last_name`. */
  suffix?: string
  /** `1990-04-12`. A date that can be read in two ways is left out. */
  date_of_birth?: string
  email?: string
  /** A US number in any notation; other countries with `+` and their code. */
  phone?: string
  /** Street address of the voter's home. */
  address1?: string
  /** Apartment or unit. */
  address2?: string
  city?: string
  state?: StateName
  /** Five digits; the rest of a ZIP+4 is dropped. */
  zipcode?: string
}

/** The name of a field that may be prefilled. */
export type PrefillField = keyof Prefill

/** A BCP 47 language tag. One with a region or a script finds the closest texts: `es-MX`. */
export type Locale = 'auto' | LanguageCode | (string & {})

/** Colors, fonts and spacing of the form. */
export interface Appearance {
  /** `auto` (default) follows the voter's system, `inherit` the page's `color-scheme`. */
  theme?: 'light' | 'dark' | 'auto' | 'inherit'
  /** Spacing between and inside fields. */
  density?: 'comfortable' | 'compact'
  /** Values of tokens, for example `{ 'color-primary': '#003b5c' }`. */
  variables?: Partial<Record<ThemeToken, string>>
}

/** Where the links of the result open. */
export type LinkTarget = '_self' | '_blank' | '_top'

/** Level of the form's first heading. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6

/** Everything a partner can set. Only `apiBase` is required. */
export interface VoterRegistrationOptions {
  /** Base URL of your BFF, for example `https://register.partner.org/api`. */
  apiBase: string
  /** Public name of the partner that this form belongs to. Included in every callback. Not a secret. */
  partner?: string
  /** BCP 47 language tag, or `auto` (default): the closest `lang` attribute, then the browser's languages.
   *  Translations come from `locales` if provided, otherwise from the BFF. */
  locale?: Locale
  /** Languages offered above the heading, such as `['es', 'vi']` (on a tag `es vi`). Default: all that the BFF has
   *  texts in. `false` (on a tag `none`) offers none. */
  languages?: readonly string[] | false
  /** Texts in other languages than English, as exported by `voter-registration/locales/es`. They are not requested
   *  from the BFF. */
  locales?: readonly Catalog[]
  /** Texts to replace, by dotted key: `{ 'form.heading': 'Get ready to vote' }`. Placeholders are in braces. */
  messages?: { readonly [Key in MessageKey]?: string }
  /** Initial values. They stay visible and editable. Invalid values and ambiguous dates are ignored: write
   *  `1990-04-12`. A later change applies at the next reset. */
  prefill?: Prefill
  /** Theme, density and tokens: `{ theme: 'dark', density: 'compact', variables: { 'color-primary': '#003b5c' } }`. */
  appearance?: Appearance
  /** `false` hides the checkbox for the partner's own text messages, even if the BFF has it switched on. */
  subscriberOptIn?: boolean
  /** Where links of the result open. Default: `_self`; in a frame `_blank`, because states' sites cannot be framed. */
  linkTarget?: LinkTarget
  /** `page` (default): all fields on one page. `steps`: one group of fields after the other, in one document. */
  layout?: FormLayout
  /** Whether to show the entries for review before they are sent. Default: in steps yes, on one page no. */
  review?: boolean
  /** Level of the form's heading. Default: 2. */
  headingLevel?: HeadingLevel
  /** Focus the first field once the form has loaded. Default: `false`. */
  autoFocus?: boolean
  /** URL of the official registration site, shown if the settings fail to load. */
  officialUrl?: string
  /** The response of `GET /settings`, fetched on your server, so the consent text is in the first render. */
  settings?: Settings
  /** `shadow`: in a shadow root, isolated from the page's CSS. `none`: in the page's own document. Default: `shadow`
   *  for the element, `none` for the React component. Read once, on mount. */
  isolation?: 'shadow' | 'none'
  /** For a device shared by many voters: clears the form after this many seconds without input, with a warning first,
   *  and after the Back button. `true` means 90 seconds, `{ idleSeconds: 120 }` 120; minimum 30. An invalid value
   *  means 90 seconds, not off. */
  kiosk?: Kiosk
  /** Save unsent input in this tab's `sessionStorage` for 30 minutes, so that a reload, Back or a discarded tab loses
   *  nothing. Never consent, never in kiosk mode. Default: `false`, because other scripts of the page can read it. */
  persistDraft?: boolean
  /** Include the voter's state in callback payloads. Default: `true`. */
  reportState?: boolean
  /** Where the voter came from: `source`, `utm_*` and the names in the BFF's `ATTRIBUTION_PARAMS`. Included in every
   *  callback, the BFF's log and the receipt, with the page's path and the referring host; never sent to the service. */
  tracking?: Tracking
  /** Custom `fetch`. Defaults to the browser's. */
  fetch?: typeof fetch
}

/** What every callback receives, besides its own detail. Never personal data. */
export interface EventDetail {
  /** Distinguishes several forms on a page. */
  instanceId: string
  partner?: string
  /** The package's version. */
  version: string
  /** Where the voter came from: the `tracking` option, `page_path` and `referrer_host`. */
  tracking?: Tracking
}

/** Why the form was reset: by the voter (`user`) or the page (`api`), in kiosk mode because there was no input (`idle`), or
 *  because the browser restored the page from its cache (`restored`). */
export type ResetReason = 'user' | 'api' | 'idle' | 'restored'

/** The callbacks. New closures on each render are fine: the latest one is called, and nothing is mounted or fetched again. */
export interface VoterRegistrationCallbacks {
  /** The consent text has loaded and the form can be submitted. */
  onReady?(detail: EventDetail & { locale: string; mode: 'live' | 'sandbox' }): void
  /** The voter typed or chose something for the first time. */
  onStart?(detail: EventDetail): void
  /** The voter moved to another step: `name`, `address` and so on. */
  onStep?(
    detail: EventDetail & {
      step: FormStep
      /** Position of the step, from 1. */
      number: number
      /** Number of steps. */
      total: number
    },
  ): void
  /** The voter is too young to register by the state's data. Fires once for each state, without date or age. The form
   *  is not blocked. */
  onTooYoung?(detail: EventDetail & { state?: StateCode }): void
  /** Validation failed, in the form or at the service: names of fields, and in `rules` the codes of broken rules, as
   *  in `zipcode:zipcodeMissing`. `seconds` since the page was opened. */
  onInvalid?(
    detail: EventDetail & {
      /** Names of the invalid fields. */
      fields: RequestField[]
      rules: string[]
      seconds: number
      /** `client`: nothing was sent; `server`: the BFF or the service rejected the request. */
      source: 'client' | 'server'
    },
  ): void
  /** Fires BEFORE the form is sent; `onResult` fires after. Call `preventDefault()` to stop it. */
  onSubmit?(detail: EventDetail & { state?: StateCode; preventDefault(): void }): void
  /** The registration was sent, and the result screen is shown. `reference` identifies the registration in the BFF's
   *  log and receipt. */
  onResult?(
    detail: EventDetail & {
      state?: StateCode
      /** Number of buttons of the result, 0 to 2. */
      buttons: number
      reference: string
    },
  ): void
  /** The voter clicked a button of the result. `method` is inferred from the label, and `undefined` if the label
   *  names neither. Call `preventDefault()` to handle the navigation yourself. */
  onAction?(
    detail: EventDetail & {
      state?: StateCode
      /** Whether it is the main button. */
      primary: boolean
      method?: 'online' | 'mail'
      /** Host of the button's link. */
      destinationHost: string
      /** Whether the link has expired: then nothing opens. */
      expired: boolean
      preventDefault(): void
    },
  ): void
  /** A voter who came back answered "Did you finish?". */
  onFollowUp?(detail: EventDetail & { state?: StateCode; answer: 'yes' | 'not-yet' | 'trouble' }): void
  /** Whether the click was reported to the BFF. */
  onTrack?(detail: EventDetail & { ok: boolean }): void
  /** An error that the voter did not cause. */
  onError?(
    detail: EventDetail & {
      /** For programs. */
      code: FormErrorCode
      /** Whether the same form can be sent again without risk of a second registration. */
      retryable: boolean
      /** A sentence for developers, in English. Not for voters. */
      message: string
      /** Identifies the request in the BFF's log, if it got there. */
      reference?: string
    },
  ): void
  /** The form was cleared. */
  onReset?(detail: EventDetail & { reason: ResetReason }): void
}

/** The detail of one callback without what all of them receive. */
export type OwnDetail<Name extends keyof VoterRegistrationCallbacks> = Omit<
  Parameters<NonNullable<VoterRegistrationCallbacks[Name]>>[0],
  keyof EventDetail
>

/** The status of the form. */
export type Status = 'loading' | 'form' | 'submitting' | 'result' | 'error'

/** The value of a `ref` on `<VoterRegistration>`. */
export interface VoterRegistrationHandle {
  /** Moves the focus to a field, or to the heading of the current screen. */
  focus(options?: { field?: RequestField; preventScroll?: boolean }): void
  /** Clears the form and starts over. */
  reset(): void
  /** Fills the fields that the voter has not touched. */
  setPrefill(prefill: Prefill): void
  /** The status of the form. */
  readonly status: Status
  /** The package's version. */
  readonly version: string
}

/** What the panel shows; `nothing` if the BFF has no such data, or for an unknown state. */
export type PanelStatus = 'nothing' | 'loading' | 'ready' | 'failed'

/** Options of the panel with facts about a state. */
export interface StateFactsOptions
  extends Pick<
    VoterRegistrationOptions,
    'apiBase' | 'locale' | 'locales' | 'messages' | 'headingLevel' | 'appearance' | 'settings' | 'fetch'
  > {
  /** Code of a state, for example `TN`. */
  state: StateName
  /** A region with its own values, as the service spells it. If omitted, the voter is asked where there are any. */
  region?: string
  /** Which facts, by slug and in this order. Default: those that a voter needs while registering. */
  fields?: readonly string[]
}

/** Kiosk mode: clears the form after this many seconds without input. `true` is 90 seconds. */
export type Kiosk = boolean | { idleSeconds: number }

/** The minimum idle time, in seconds; the last 20 of them are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

/** Parses the option, or its text in an attribute or a URL; `undefined` turns kiosk mode off. An invalid value means 90
 *  seconds: a typo must not leave one voter's data to the next. */
export function parseIdleSeconds(kiosk: unknown): number | undefined {
  const value = typeof kiosk === 'object' && kiosk !== null && 'idleSeconds' in kiosk ? kiosk.idleSeconds : kiosk
  if (value === undefined || value === null || value === false || value === 'false') return undefined
  // Digits only: `Number` would also accept 1e3.
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  const seconds = isNumber ? Number(value) : 0
  return seconds >= shortestIdle && Number.isInteger(seconds) ? seconds : 90
}
