/** Calls of the service's API as from a partner's server, for tests of a service or the sandbox. */
import { joinUrl, servicePaths } from '../../contract/routes.ts'

/** The sandbox's key in a header. */
export const keyHeader = `Basic ${btoa('00000000-0000-4000-8000-000000000001:sandbox-secret')}`

/** How a call differs from the usual one; a header that is `undefined` is left out. */
export interface CallChange {
  base?: string
  method?: string
  headers?: Record<string, string | undefined>
}

/**
 * A registration call with the sandbox's key.
 *
 * @param body a text is sent unchanged, anything else as JSON
 */
export function aRegistrationCall(body: unknown, change: CallChange = {}): Request {
  return call(servicePaths.registration, body, { ...change, headers: { Authorization: keyHeader, ...change.headers } })
}

/** A report of an event; a text is sent unchanged, anything else as JSON. Without a key, as required. */
export function aTrackingCall(body: unknown, change: CallChange = {}): Request {
  return call(servicePaths.tracking, body, change)
}

function call(path: string, body: unknown, change: CallChange): Request {
  const { base = 'http://127.0.0.1:8788', method = 'POST' } = change
  const headers = new Headers()
  const all = { 'Content-Type': 'application/json', Accept: 'application/json', ...change.headers }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) headers.set(name, value)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Request(joinUrl(base, path), {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body: new TextEncoder().encode(text) }),
  })
}

/** A call of the Civic Data API with the sandbox's key, which the open endpoint ignores. */
export function aCivicCall(path: string, change: CallChange = {}): Request {
  return call(path, '', { method: 'GET', ...change, headers: { Authorization: keyHeader, ...change.headers } })
}
