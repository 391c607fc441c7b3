/** A fake backend-for-frontend in the form of a `fetch`: tests pass it to the form and inspect the form's requests. */
import type { Settings } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { anAnswer, theSettings } from '../../contract/testing/samples.ts'
import type { Catalog } from '../locales/catalog.ts'
import { catalogs } from '../locales/catalogs.ts'

/** A request that the form made. */
export interface Asked {
  method: string
  path: string
  /** The query with its question mark; empty without one. */
  search: string
  headers: Headers
  body: string
  keepalive: boolean
}

/** The fake's response to a request; a `Response` is used once. A promise that never settles is a BFF that hangs. */
export type Answering = (asked: Asked) => Response | Promise<Response>

/** See {@link aFakeBff}. */
export interface FakeBff {
  fetch: typeof fetch
  /** Every request, oldest first. */
  asked: Asked[]
  /** The registrations alone. */
  registrations(): Asked[]
}

/** A JSON response of the BFF. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
}

/** A problem response of the BFF. */
export function aProblem(status: number, change: Record<string, unknown> = {}): Response {
  return json({ type: 'urn:x', title: 'A problem', status, code: 'internal', reference: 'ref-0002', ...change }, status)
}

/**
 * A BFF with successful responses.
 *
 * @param answers other responses, by kind of request; several for registrations are used in turn, the last one
 * for all that follow
 */
export function aFakeBff(
  answers: {
    settings?: Settings | Answering
    registrations?: Answering[]
    presses?: Answering
    states?: Answering
    /** The texts in other languages; the package's own by default. */
    words?: Answering | readonly Catalog[]
    sites?: Answering
  } = {},
): FakeBff {
  const asked: Asked[] = []
  const registrations = () => asked.filter(({ path }) => path.endsWith(bffPaths.registrations))
  const answer = (one: Asked): Response | Promise<Response> => {
    if (one.path.endsWith(bffPaths.settings)) {
      const { settings = theSettings() } = answers
      return typeof settings === 'function' ? settings(one) : json(settings)
    }
    if (one.path.endsWith(bffPaths.choices)) return answers.presses?.(one) ?? new Response(null, { status: 202 })
    if (one.path.includes(`${bffPaths.states}/`)) return answers.states?.(one) ?? aProblem(404, { code: 'not_found' })
    if (one.path.includes(`${bffPaths.messages}/`)) {
      const { words = catalogs } = answers
      if (typeof words === 'function') return words(one)
      const found = words.find(({ language }) => one.path.endsWith(`/${language}`))
      return found === undefined ? aProblem(404, { code: 'not_found' }) : json(found)
    }
    if (one.path.endsWith(bffPaths.sites)) return answers.sites?.(one) ?? aProblem(404, { code: 'not_found' })
    const inTurn = answers.registrations ?? []
    const turn = inTurn[Math.min(registrations().length, inTurn.length) - 1]
    return turn?.(one) ?? json(anAnswer())
  }
  return {
    asked,
    registrations,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input instanceof Request ? input.url : input))
      const one: Asked = {
        method: init.method ?? 'GET',
        path: url.pathname,
        search: url.search,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? init.body : '',
        keepalive: init.keepalive ?? false,
      }
      asked.push(one)
      const { signal } = init
      return new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        Promise.resolve(answer(one)).then(resolve, reject)
      })
    },
  }
}
