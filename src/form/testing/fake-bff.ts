/** A fake backend-for-frontend in the form of a `fetch`: tests pass it to the form and inspect the form's requests. */
import type { Settings } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { anAnswer, theSettings } from '../../contract/testing/samples.ts'
import type { Catalog } from '../locales/catalog.ts'
import { catalogs } from '../locales/catalogs.ts'

/** A request that the form made. */
export interface BffRequest {
  method: string
  path: string
  /** The query with its question mark; empty without one. */
  search: string
  headers: Headers
  body: string
  keepalive: boolean
}

/** The fake's response to a request; a `Response` is used once. A promise that never settles is a BFF that hangs. */
export type Responder = (request: BffRequest) => Response | Promise<Response>

/** See {@link createFakeBff}. */
export interface FakeBff {
  fetch: typeof fetch
  /** Every request, oldest first. */
  requests: BffRequest[]
  /** The registrations alone. */
  registrations(): BffRequest[]
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
export function createFakeBff(
  answers: {
    settings?: Settings | Responder
    registrations?: Responder[]
    clicks?: Responder
    states?: Responder
    /** The texts in other languages; the package's own by default. */
    words?: Responder | readonly Catalog[]
    sites?: Responder
  } = {},
): FakeBff {
  const requests: BffRequest[] = []
  const registrations = () => requests.filter(({ path }) => path.endsWith(bffPaths.registrations))
  const answer = (request: BffRequest): Response | Promise<Response> => {
    if (request.path.endsWith(bffPaths.settings)) {
      const { settings = theSettings() } = answers
      return typeof settings === 'function' ? settings(request) : json(settings)
    }
    if (request.path.endsWith(bffPaths.choices)) return answers.clicks?.(request) ?? new Response(null, { status: 202 })
    if (request.path.includes(`${bffPaths.states}/`))
      return answers.states?.(request) ?? aProblem(404, { code: 'not_found' })
    if (request.path.includes(`${bffPaths.messages}/`)) {
      const { words = catalogs } = answers
      if (typeof words === 'function') return words(request)
      const catalog = words.find(({ language }) => request.path.endsWith(`/${language}`))
      return catalog === undefined ? aProblem(404, { code: 'not_found' }) : json(catalog)
    }
    if (request.path.endsWith(bffPaths.sites)) return answers.sites?.(request) ?? aProblem(404, { code: 'not_found' })
    const responders = answers.registrations ?? []
    const responder = responders[Math.min(registrations().length, responders.length) - 1]
    return responder?.(request) ?? json(anAnswer())
  }
  return {
    requests,
    registrations,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input instanceof Request ? input.url : input))
      const request: BffRequest = {
        method: init.method ?? 'GET',
        path: url.pathname,
        search: url.search,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? init.body : '',
        keepalive: init.keepalive ?? false,
      }
      requests.push(request)
      const { signal } = init
      return new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        Promise.resolve(answer(request)).then(resolve, reject)
      })
    },
  }
}
