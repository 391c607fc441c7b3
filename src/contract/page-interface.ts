/** The interface between the BFF and the page that it serves, in one process. The BFF knows origins, limits, keys and the
 *  service; the page knows the form and its words. Neither imports the other: the program that starts the BFF injects it. */
import type { Settings } from './bff-api.ts'
import type { StateFacts } from './civic-data/state-facts.ts'
import type { StateCode } from './states.ts'

/** What the page of one partner depends on. */
export interface PageDeps {
  /** The partner's name in the partners file; `undefined` for the partner of the options. */
  partner: string | undefined
  settings: Settings
  /** The languages of its form, besides English. */
  languages: readonly string[]
  /** Its theme and logo; `undefined`: the form's default. */
  look: Look | undefined
  /** The partner's own texts by language and dotted key, as in the form's option `messages`. */
  messages: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | undefined
  /** Origins of the pages that may show it in a frame. */
  allowedOrigins: readonly string[]
  /** Fields that the query of an address may fill in (`PAGE_PREFILL`). */
  prefill: readonly string[]
  /** All fields on one page, or one step after the other, unless the address sets it (`PAGE_LAYOUT`). */
  layout: 'page' | 'steps'
  /** How long the BFF remembers the outcome of a filled form, in milliseconds. */
  rememberedFor: number
  /** Encrypts a text so that only this BFF can read or change it. */
  seal: (text: string) => string | Promise<string>
  /** Decrypts a text; `undefined` when it was not sealed here, or was changed. */
  open: (sealed: string) => string | undefined | Promise<string | undefined>
  /** Reads the facts of a state, for a page without scripts: resolves within a short time, with `undefined` where there are none
   *  by then. Never rejects. `undefined`: this BFF has no facts. */
  facts: ((code: StateCode) => Promise<StateFacts | undefined>) | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

/** Header of a 429 to a form without scripts: the ticket with which the same form may be sent later, as its challenge's solution. */
export const waitTicketHeader = 'Wait-Ticket'

/** What the BFF passes to the page with each request, as variables of its context. */
export interface PageVariables {
  /** The page of the partner that the address names; for an unknown one, that of the partner of the options. */
  page: PageDeps
  /** Without it, no partner's data may be shown. A button of an answer still works. */
  isPartnerKnown: boolean
  /** What was posted; `undefined` from a page that is not allowed, for example in a sandboxed frame, which has no origin. */
  formBody: URLSearchParams | undefined
  /** Calls the BFF as the widget does, on the visitor's behalf: with the same limits and the same responses. */
  callBff: (path: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>
}

/** A logo. */
export interface Logo {
  /** Its name below `/form/`, with a hash of its content: `logo-3f9a….png`. */
  name: string
  /** Its media type. */
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The theme, tokens and logo of a page. */
export interface Look {
  /** The only theme, if set; otherwise the visitor's preference. */
  theme: 'light' | 'dark' | undefined
  /** The tokens as a style sheet. */
  css: string
  logo: Logo | undefined
}
