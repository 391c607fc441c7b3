/** The interface between the BFF and the page that it serves, in one process. The BFF knows origins, limits, keys and the
 *  service; the page knows the form and its words. Neither imports the other: the program that starts the BFF injects it. */
import type { Settings } from './bff-api.ts'
import type { StateFacts } from './civic-data/state-facts.ts'
import type { Look } from './look.ts'
import type { StateCode } from './states.ts'

/** The dependencies of a page, passed once. */
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

/** One request for the page. */
export interface PageVisit {
  /** The parameters of the address. */
  query: URLSearchParams
  /** The value of `Accept-Language`. */
  acceptLanguage: string
  /** The host of the referrer, if it is another one. */
  referrerHost?: string | undefined
  /** Whether the browser shows the page in a frame, as far as it reports that. */
  isFramed: boolean
  /** Calls the BFF as the widget does, on the visitor's behalf: with the same limits and the same responses. */
  ask: (path: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>
}

/** A response. `Cache-Control` is `no-store` unless the headers set it. */
export interface PageAnswer {
  status: 200 | 303 | 400 | 403 | 404 | 409 | 422 | 429
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer>
  /** Returns the body compressed with gzip, for responses to `GET` that may be compressed. */
  gzip?: () => Uint8Array<ArrayBuffer>
}

/** A page, ready to serve. None of its functions rejects, whatever a browser sends. */
export interface Page {
  /** `GET /form`. */
  show(visit: PageVisit): Promise<PageAnswer>
  /** `POST /form`, from an allowed page. */
  take(visit: PageVisit, posted: URLSearchParams): Promise<PageAnswer>
  /** `POST /form` from a page that is not allowed, for example in a sandboxed frame, which has no origin. */
  refuse(visit: PageVisit): Promise<PageAnswer>
  /** Either of them, for an unknown partner: shows that, without any partner's data. A button of an answer still works. */
  unknownPartner(visit: PageVisit, posted?: URLSearchParams): Promise<PageAnswer>
  /** `GET /form/{name}`: a script or the logo. `undefined`: no file of this name. */
  file(name: string): PageAnswer | undefined
}

/** Creates the page. */
export type HostedPage = (parts: PageDeps) => Page
