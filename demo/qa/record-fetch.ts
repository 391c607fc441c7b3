/** Records the form's requests to the BFF, by wrapping the form's `fetch`. */
import { copyHeaders, type Exchange } from '../exchange.ts'

/**
 * Wraps `fetch`: every request and response passes unchanged, and `tell` is called once the response is complete.
 *
 * @param onExchange called once for each request, also without a response
 */
export function recordFetch(inner: typeof fetch, onExchange: (exchange: Exchange) => void): typeof fetch {
  return async (input, init) => {
    const startedAt = performance.now()
    const request = new Request(input, { ...init, signal: null })
    const body = typeof init?.body === 'string' ? init.body : await request.clone().text()
    const report = (answer: Exchange['answer']) => {
      const { method, url } = request
      const ms = Math.round(performance.now() - startedAt)
      onExchange({ method, url, headers: copyHeaders(request.headers), body, ms, answer })
    }
    try {
      const response = await inner(input, init)
      response
        .clone()
        .text()
        .then(
          (text) => {
            report({ kind: 'answered', status: response.status, headers: copyHeaders(response.headers), body: text })
          },
          (error: unknown) => {
            report({ kind: 'none', reason: getErrorName(error) })
          },
        )
      return response
    } catch (error) {
      report({ kind: 'none', reason: getErrorName(error) })
      throw error
    }
  }
}

function getErrorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
