/** What the BFF gives the hosted page, which it serves in the same process. Neither imports the other. */
import type { Settings } from './bff-api.ts'
import type { StateFacts } from './civic-data/state-facts.ts'
import type { Clock } from './clock.ts'
import type { RegistrationRequest } from './registration.ts'
import type { StateCode } from './states.ts'

/** A partner's own texts by language and dotted key, as in the form's option `messages`. */
export type PartnerMessages = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

export interface PagePartner {
  /** Its name in the partners file; `undefined` for the partner of the options. */
  id: string | undefined
  settings: Settings
  branding: Branding | undefined
  messages: PartnerMessages | undefined
  /** Origins of the pages that may show it in a frame. */
  allowedOrigins: ReadonlySet<string>
}

export interface PageOptions {
  /** Fields that the query of an address may fill in (`PAGE_PREFILL`). */
  prefill: readonly string[]
  /** The layout unless the address sets it (`PAGE_LAYOUT`). */
  layout: 'page' | 'steps'
  /** Encrypts a text so that only this BFF can read or change it. */
  encrypt: (text: string) => string
  /** `undefined` when the text was not encrypted here, or was changed. */
  decrypt: (token: string) => string | undefined
  /** Resolves within a short time, with `undefined` where there are no facts by then. Never rejects. */
  findFacts: (code: StateCode) => Promise<StateFacts | undefined>
  clock: Clock
}

/** A form that was posted without scripts and is to be registered. */
export interface PageForm {
  request: RegistrationRequest
  key: string
  consentVersion: string
  /** In the format of `Consent-Shown`. */
  consentShown: string | undefined
  formVersion: string
  campaign: string
  ticket: string | undefined
}

/** How long the outcome of a filled form is remembered, in milliseconds. */
export const rememberedForMs = 15 * 60_000

/** Header of a 429 to a form without scripts: the ticket with which the same form may be sent later. */
export const waitTicketHeader = 'Wait-Ticket'

/** What the BFF passes to the page with each request, as variables of its context. */
export interface PageVariables {
  /** The partner that the address names; for an unknown one, that of the options. */
  pagePartner: PagePartner
  /** Without it, no partner's data may be shown. A button of an answer still works. */
  isPartnerKnown: boolean
  pageOptions: PageOptions
  /** What was posted; `undefined` from a page that is not allowed, for example in a sandboxed frame, which has no origin. */
  formBody: URLSearchParams | undefined
  /** Registers as `POST /registrations` does: with the same limits and the same responses. */
  register: (form: PageForm) => Promise<Response>
  /** Reports a click as `POST /choices` does. */
  reportClick: (token: string) => Promise<unknown>
}

export interface Logo {
  /** Its name below `/form/`, with a hash of its content: `logo-3f9a….png`. */
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Branding {
  /** The only theme, if set; otherwise the visitor's preference. */
  theme: 'light' | 'dark' | undefined
  css: string
  logo: Logo | undefined
}
