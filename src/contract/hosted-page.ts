/** What the BFF and the page that it serves say to each other, in one process. The BFF knows origins, limits, keys and the
 *  service; the page knows the form and its words. Neither imports the other: the program that starts the BFF hands it the page. */
import type { Settings } from './bff-api.ts'
import type { QrCode } from './civic/state-facts.ts'
import type { Look } from './look.ts'

/** What a page is made with, once. */
export interface PageDeps {
  /** The partner's name in the partners file; `undefined` for the partner of the options. */
  partner: string | undefined
  settings: Settings
  /** The languages that its form may be in, beside English. */
  languages: readonly string[]
  /** How it looks; `undefined`: as the form does by itself. */
  look: Look | undefined
  /** The page's public address, for a phone to open (`PAGE_URL`); `undefined`: no phone is offered. */
  url: string | undefined
  /** Makes the QR code of an address. */
  qrCode: (address: string) => QrCode
  /** Origins of the pages that may show it in a frame. */
  allowedOrigins: readonly string[]
  /** Fields that an address may fill in (`PAGE_PREFILL`). */
  prefill: readonly string[]
  /** All fields on one page, or one step after the other, where the address does not say (`PAGE_LAYOUT`). */
  layout: 'page' | 'steps'
  /** Milliseconds for which the BFF remembers the outcome of a filled form. */
  rememberedFor: number
  /** Whether every process of this server can bring an answer back: without storage only the one that got it can, which is
   *  enough where it is the only one. */
  isAnswerKept: boolean
  /** Closes a text so that nobody but this BFF can read or change it. */
  seal: (text: string) => string | Promise<string>
  /** The text; `undefined` when it was not sealed here, or was changed. */
  open: (sealed: string) => string | undefined | Promise<string | undefined>
  /** Milliseconds since 1970. */
  now: () => number
}

/** One request for the page. */
export interface PageVisit {
  /** The parameters of the address. */
  query: URLSearchParams
  /** `Accept-Language` as it came. */
  acceptLanguage: string
  /** The host of the page that led here, where it is another. */
  referrerHost?: string | undefined
  /** Whether the browser shows the page in a frame, as far as it says so. */
  isFramed: boolean
  /** Asks the BFF as the widget does, on the visitor's behalf: the same limits, the same answers. */
  ask: (path: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>
}

/** What to answer. `Cache-Control` is `no-store` unless the headers say otherwise. */
export interface PageAnswer {
  status: 200 | 303 | 400 | 403 | 404 | 409 | 422 | 429
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer>
  /** The body with gzip, for answers to `GET` that may be compressed. */
  gzip?: () => Uint8Array<ArrayBuffer>
}

/** A page that is ready. None of its functions rejects for anything that a browser sends. */
export interface Page {
  /** `GET /form`. */
  show(visit: PageVisit): Promise<PageAnswer>
  /** `POST /form`, from a page that may. */
  take(visit: PageVisit, posted: URLSearchParams): Promise<PageAnswer>
  /** `POST /form` from a page that may not, for example in a sandboxed frame, which has no origin. */
  refuse(visit: PageVisit): Promise<PageAnswer>
  /** Either of them, for a partner that there is not: says so, with nothing of any partner. A button of an answer still leads on. */
  unknownPartner(visit: PageVisit, posted?: URLSearchParams): Promise<PageAnswer>
  /** `GET /form/{name}`: a script, the logo, or the code for a phone. `undefined`: there is none of this name. */
  file(name: string, query: URLSearchParams): PageAnswer | undefined
}

/** Makes the page. */
export type HostedPage = (parts: PageDeps) => Page
