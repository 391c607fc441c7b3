/** The wire between BFF and service, for the QA page: each exchange is sent to the currently connected listeners, and not
 *  stored. */
import type { Exchange } from '../exchange.ts'

/** A feed of exchanges. */
export interface Wire {
  /** Sends an exchange to all listeners. */
  tell(exchange: Exchange): void
  /** Responds to a browser's `EventSource`: one message for each exchange, as JSON, until the browser disconnects. */
  feed(request: Request): Response
}

/** Creates a feed without listeners. */
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
          // A first line makes the browser report the connection as open.
          listener.say(': the wire between BFF and service\n\n')
        },
        cancel: leave,
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } })
    },
  }
}
