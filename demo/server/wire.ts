/** The wire between BFF and service, as the QA page may see it: each exchange is sent to those who listen at that
 *  moment, and kept nowhere. */
import type { Exchange } from '../exchange.ts'

/** A feed of exchanges. */
export interface Wire {
  /** Tells everybody who listens. */
  tell(exchange: Exchange): void
  /** Answers a browser's `EventSource`: one message for each exchange, as JSON, until the browser goes away. */
  feed(request: Request): Response
}

/** Makes a feed to which nobody listens yet. */
export function createWire(): Wire {
  const listeners = new Set<{ say(message: string): void }>()
  const encoder = new TextEncoder()
  return {
    tell(exchange) {
      for (const listener of listeners) listener.say(`data: ${JSON.stringify(exchange)}\n\n`)
    },
    feed(request) {
      const listener = { say: (_message: string) => {} }
      const leave = () => {
        listeners.delete(listener)
      }
      request.signal.addEventListener('abort', leave)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener.say = (message) => {
            controller.enqueue(encoder.encode(message))
          }
          listeners.add(listener)
          // A first line makes the browser call the connection open.
          listener.say(': the wire between BFF and service\n\n')
        },
        cancel: leave,
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } })
    },
  }
}
