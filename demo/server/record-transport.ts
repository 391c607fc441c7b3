/** Records the BFF's requests to the service. The key passes through, and is never copied. */
import type { BffDependencies } from 'voter-registration-server/bff'
import { copyHeaders, type Exchange } from '../exchange.ts'

/** The BFF's transport to the service: one request, one reply. */
export type Transport = NonNullable<BffDependencies['transport']>
type TransportReply = Awaited<ReturnType<Transport>>

/** Response headers to show; a transport returns each by its name. */
const shownHeaders = ['content-type', 'location', 'retry-after', 'www-authenticate', 'date']

/** Maximum size of a recorded response, in bytes: longer ones are truncated. */
const maxBytes = 65_536

/**
 * Wraps a transport: every request and its reply pass unchanged, and `tell` is called once the reply has ended.
 *
 * @param onExchange called with the exchange, with {@link copyHeaders}' substitute for the `Authorization` header
 */
export function recordTransport(send: Transport, onExchange: (exchange: Exchange) => void): Transport {
  return async (request) => {
    const startedAt = performance.now()
    const { method, url, body } = request
    const headers = copyHeaders(Object.entries(request.headers))
    const report = (answer: Exchange['answer']) => {
      onExchange({ method, url, headers, body, ms: Math.round(performance.now() - startedAt), answer })
    }
    try {
      const reply = await send(request)
      return record(reply, report)
    } catch (error) {
      report({ kind: 'none', reason: getReason(error) })
      throw error
    }
  }
}

function record(reply: TransportReply, report: (answer: Exchange['answer']) => void): TransportReply {
  const headers = shownHeaders.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const answered = (body: string) => {
    report({ kind: 'answered', status: reply.status, headers: copyHeaders(headers), body })
  }
  return {
    status: reply.status,
    header: (name) => reply.header(name),
    body: tapChunks(reply.body, answered, (error) => {
      report({ kind: 'none', reason: `${reply.status}, then the answer broke off: ${getReason(error)}` })
    }),
    discard() {
      reply.discard()
      answered('')
    },
  }
}

/** Yields chunks unchanged, and reports them once they end, fail or are no longer consumed. */
async function* tapChunks(
  chunks: AsyncIterable<Uint8Array>,
  done: (text: string) => void,
  broken: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  let failed = false
  try {
    for await (const chunk of chunks) {
      if (bytes < maxBytes) text += decoder.decode(chunk, { stream: true })
      bytes += chunk.byteLength
      yield chunk
    }
  } catch (error) {
    failed = true
    broken(error)
    throw error
  } finally {
    if (!failed) done(bytes > maxBytes ? `${text}… (${bytes} bytes)` : text)
  }
}

/** Returns an error's code or name; never its message, which may contain a header. */
function getReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}
