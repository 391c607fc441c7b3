/** Records the form's requests to the BFF, by wrapping the form's `fetch`. */
import { copyHeaders, type Exchange } from '../exchange.ts'

/**
 * Wraps `fetch`: every request and response passes unchanged, and `tell` is called once the response is complete.
 *
 * @param tell called once for each request, also without a response
 */
export function recordFetch(inner: typeof fetch, tell: (exchange: Exchange) => void): typeof fetch {
  return async (input, init) => {
    const began = performance.now()
    const asked = new Request(input, { ...init, signal: null })
    const body = typeof init?.body === 'string' ? init.body : await asked.clone().text()
    const over = (answer: Exchange['answer']) => {
      const { method, url } = asked
      const ms = Math.round(performance.now() - began)
      tell({ method, url, headers: copyHeaders(asked.headers), body, ms, answer })
    }
    try {
      const response = await inner(input, init)
      response
        .clone()
        .text()
        .then(
          (text) => {
            over({ kind: 'answered', status: response.status, headers: copyHeaders(response.headers), body: text })
          },
          (error: unknown) => {
            over({ kind: 'none', because: nameOf(error) })
          },
        )
      return response
    } catch (error) {
      over({ kind: 'none', because: nameOf(error) })
      throw error
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
