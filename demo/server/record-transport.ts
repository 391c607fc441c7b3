/** Listens in on what the BFF says to the service. The key passes through, and is never copied. */
import type { BffDependencies } from 'voter-registration-server/bff'
import { copyHeaders, type Exchange } from '../exchange.ts'

/** The BFF's edge to the service: one request out, one reply back. */
export type Transport = NonNullable<BffDependencies['transport']>
type TransportReply = Awaited<ReturnType<Transport>>

/** Answer headers worth showing; a transport is asked for each by its name. */
const shown = ['content-type', 'location', 'retry-after', 'www-authenticate', 'date']

/** Of a longer answer only the beginning is shown. */
const mostBytes = 65_536

/**
 * Wraps a transport: every request and its reply pass unchanged, and `tell` hears of them once the reply is over.
 *
 * @param tell is given the exchange with {@link copyHeaders}' substitute instead of the `Authorization` header
 */
export function recordTransport(send: Transport, tell: (exchange: Exchange) => void): Transport {
  return async (request) => {
    const began = performance.now()
    const { method, url, body } = request
    const headers = copyHeaders(Object.entries(request.headers))
    const over = (answer: Exchange['answer']) => {
      tell({ method, url, headers, body, ms: Math.round(performance.now() - began), answer })
    }
    try {
      const reply = await send(request)
      return record(reply, over)
    } catch (error) {
      over({ kind: 'none', because: reasonOf(error) })
      throw error
    }
  }
}

function record(reply: TransportReply, over: (answer: Exchange['answer']) => void): TransportReply {
  const headers = shown.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const answered = (body: string) => {
    over({ kind: 'answered', status: reply.status, headers: copyHeaders(headers), body })
  }
  return {
    status: reply.status,
    header: (name) => reply.header(name),
    body: listen(reply.body, answered, (error) => {
      over({ kind: 'none', because: `${reply.status}, then the answer broke off: ${reasonOf(error)}` })
    }),
    discard() {
      reply.discard()
      answered('')
    },
  }
}

/** Passes chunks on, and says what they were once they are over, broken or no longer wanted. */
async function* listen(
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
      if (bytes < mostBytes) text += decoder.decode(chunk, { stream: true })
      bytes += chunk.byteLength
      yield chunk
    }
  } catch (error) {
    failed = true
    broken(error)
    throw error
  } finally {
    if (!failed) done(bytes > mostBytes ? `${text}… (${bytes} bytes)` : text)
  }
}

/** A code or a kind of error; never its message, which may hold a header. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}
