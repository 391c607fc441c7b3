/** The journal of received requests, for testers and tests: the last 1000 of each kind, in memory only. */
import type { Clock } from '../contract/clock.ts'

/** The recorded headers of a request. Never the key: only whether there was one. */
export interface RecordedHeaders {
  authorization: 'present' | 'absent'
  [name: string]: string
}

export interface ReceivedRegistration {
  body: unknown
  /** Its id; the event of its button contains it. */
  action: string
  scenario?: string
  received_at: string
  headers: RecordedHeaders
}

export interface ReceivedEvent {
  /** The body, character by character: `raw` preserves what `event` cannot, such as `12345678901234567890`. */
  raw: string
  /** The same as a JSON value; absent when it is not JSON. */
  event?: unknown
  received_at: string
  status: number
  headers: RecordedHeaders
}

/** Any call of the service's API, refused ones too: shows the number of attempts. */
export interface ReceivedCall {
  method: string
  path: string
  /** The response's status; 499 when the caller disconnected or the connection was cut, 0 while there is no response yet. */
  status: number
  scenario?: string
  received_at: string
  headers: RecordedHeaders
}

/** The response of `GET /_sandbox/received`: everything oldest first. */
export interface ReceivedList {
  registrations: ReceivedRegistration[]
  /** Events that were accepted (201). */
  events: ReceivedEvent[]
  /** Events that were refused. */
  tracking_failures: ReceivedEvent[]
  calls: ReceivedCall[]
}

const maxEntries = 1000

export class RequestJournal {
  #lists: ReceivedList = createEmptyList()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  describeRequest(request: Request): { received_at: string; headers: RecordedHeaders } {
    return { received_at: new Date(this.#clock.now()).toISOString(), headers: pickHeaders(request.headers) }
  }

  /** Adds an entry to one of the lists; a full list drops the oldest. */
  add<Kind extends keyof ReceivedList>(kind: Kind, entry: ReceivedList[Kind][number]): void {
    const list: ReceivedList[Kind][number][] = this.#lists[kind]
    list.push(entry)
    if (list.length > maxEntries) list.shift()
  }

  list(): ReceivedList {
    return this.#lists
  }

  clear(): void {
    this.#lists = createEmptyList()
  }
}

const createEmptyList = (): ReceivedList => ({ registrations: [], events: [], tracking_failures: [], calls: [] })

const recordedHeaders =
  'accept accept-encoding content-length content-type cookie origin referer transfer-encoding user-agent x-forwarded-for'.split(
    ' ',
  )

function pickHeaders(headers: Headers): RecordedHeaders {
  const entries = recordedHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name.replaceAll('-', '_'), value]]
  })
  return { authorization: headers.has('authorization') ? 'present' : 'absent', ...Object.fromEntries(entries) }
}
