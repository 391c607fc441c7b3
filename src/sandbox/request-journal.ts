/** What the sandbox has received, for people who test and for tests: the last 1000 of each kind, in memory only. */

/** What a request said about itself. Never the key: only whether there was one. */
export interface SeenHeaders {
  authorization: 'present' | 'absent'
  [name: string]: string
}

/** A registration that the sandbox has accepted. */
export interface ReceivedRegistration {
  /** The request as it was sent. */
  body: unknown
  /** The id it got; the event of its button carries it. */
  action: string
  /** The scenario its e-mail address asked for, if any. */
  scenario?: string
  /** When, as an ISO 8601 datetime. */
  at: string
  headers: SeenHeaders
}

/** A reported event. */
export interface ReceivedEvent {
  /** The body, character by character: `raw` keeps what `event` cannot, such as `12345678901234567890`. */
  raw: string
  /** The same as a JSON value; absent when it is no JSON. */
  event?: unknown
  at: string
  /** What the sandbox answered. */
  status: number
  headers: SeenHeaders
}

/** Any call of the service's API, refused ones too: shows how often something was tried. */
export interface ReceivedCall {
  method: string
  path: string
  /** What was answered; 499 when the caller went away or the connection was cut, 0 while there is no answer yet. */
  status: number
  scenario?: string
  at: string
  headers: SeenHeaders
}

/** What `GET /_sandbox/received` answers: everything oldest first. */
export interface ReceivedList {
  registrations: ReceivedRegistration[]
  /** Events that were accepted (201). */
  events: ReceivedEvent[]
  /** Events that were refused. */
  tracking_failures: ReceivedEvent[]
  calls: ReceivedCall[]
}

const maxEntries = 1000

/** Keeps the lists. */
export class RequestJournal {
  #lists: ReceivedList = empty()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** What an entry says about its request: when it came, and what it said about itself. */
  seen(request: Request): { at: string; headers: SeenHeaders } {
    return { at: new Date(this.#clock()).toISOString(), headers: seenHeaders(request.headers) }
  }

  /** Adds an entry to one of the lists; the oldest goes when it is full. */
  add<Kind extends keyof ReceivedList>(kind: Kind, entry: ReceivedList[Kind][number]): void {
    const list: ReceivedList[Kind][number][] = this.#lists[kind]
    list.push(entry)
    if (list.length > maxEntries) list.shift()
  }

  list(): ReceivedList {
    return this.#lists
  }

  clear(): void {
    this.#lists = empty()
  }
}

const empty = (): ReceivedList => ({ registrations: [], events: [], tracking_failures: [], calls: [] })

const shown = ['accept', 'accept-encoding', 'content-length', 'content-type', 'cookie', 'origin', 'referer']
const alsoShown = ['transfer-encoding', 'user-agent', 'x-forwarded-for']

function seenHeaders(headers: Headers): SeenHeaders {
  const kept = [...shown, ...alsoShown].flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name.replaceAll('-', '_'), value]]
  })
  return { authorization: headers.has('authorization') ? 'present' : 'absent', ...Object.fromEntries(kept) }
}
