/** Takes undici's reply as it comes, without a stream of Node's in between: that would cost a quarter of the whole call. */
import type { Dispatcher } from 'undici'
import type { TransportReply } from './transport.ts'

/** So many bytes of a body that nobody wants are let through for the sake of the connection; then it is closed. */
const unwanted = 16_384

/**
 * The handler of one call.
 *
 * @param signal ends the call, before the reply or in the middle of its body
 * @param onReply gets status and headers as soon as they are there
 * @param onFailure gets what ended the call before that; later it ends the reading of the body
 */
export function replyHandler(
  signal: AbortSignal,
  onReply: (reply: TransportReply) => void,
  onFailure: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const body = new Chunks()
  let isOver = false
  let giveUp = (_reason: Error) => {
    isOver = true
  }
  const onAbort = () => giveUp(asError(signal.reason))
  const end = () => {
    isOver = true
    signal.removeEventListener('abort', onAbort)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return {
    onRequestStart(controller) {
      if (isOver) controller.abort(asError(signal.reason))
      else giveUp = (reason) => controller.abort(reason)
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return
      onReply({
        status,
        header: (name) => {
          const value = headers[name]
          return Array.isArray(value) ? value.join(', ') : value
        },
        body,
        discard: () => body.discard(() => !isOver && controller.abort(new Error('The body is not wanted.'))),
      })
    },
    onResponseData: (_, chunk) => body.add(chunk),
    onResponseEnd() {
      end()
      body.end()
    },
    onResponseError(_, error) {
      end()
      onFailure(error)
      body.end(error)
    },
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The call was ended.')
}

/** A body as it arrives. Reads once. */
class Chunks implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = []
  #state: { at: 'open' } | { at: 'ended' } | { at: 'failed'; error: Error } = { at: 'open' }
  #wake: () => void = () => undefined
  #dropped: { size: number; close: () => void } | undefined

  add(chunk: Uint8Array): void {
    if (this.#dropped === undefined) {
      this.#chunks.push(chunk)
      this.#wake()
      return
    }
    this.#dropped.size += chunk.byteLength
    if (this.#dropped.size > unwanted) this.#dropped.close()
  }

  end(error?: Error): void {
    this.#state = error === undefined ? { at: 'ended' } : { at: 'failed', error }
    this.#wake()
  }

  /** @param close ends the call when more comes than is worth it */
  discard(close: () => void): void {
    const size = this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    this.#chunks = []
    this.#dropped = { size, close }
    if (size > unwanted) close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunks = this.#chunks
      this.#chunks = []
      yield* chunks
      if (this.#chunks.length > 0) continue
      if (this.#state.at === 'failed') throw this.#state.error
      if (this.#state.at === 'ended') return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
