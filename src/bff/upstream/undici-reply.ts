/** Takes undici's reply as it comes, without a stream of Node's in between: that would cost a quarter of the whole call. */
import type { Dispatcher } from 'undici'
import { Ending } from './ending.ts'
import { joined } from './read-json.ts'
import type { TransportReply, TransportRequest } from './transport.ts'

/** So many bytes of a body that nobody wants are let through for the sake of the connection; then it is closed. */
const unwanted = 16_384

/**
 * The handler of one call.
 *
 * @param request its ending, else its signal, ends the call, before the reply or in the middle of its body
 * @param onReply gets status and headers as soon as they are there
 * @param onFailure gets what ended the call before that; later it ends the reading of the body
 */
export function replyHandler(
  request: Pick<TransportRequest, 'ending' | 'signal'>,
  onReply: (reply: TransportReply) => void,
  onFailure: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const body = new Chunks()
  let isOver = false
  let giveUp = (_reason: Error) => {
    isOver = true
  }
  const { ending = followed(request.signal) } = request
  const end = () => {
    isOver = true
    ending.onEnd = undefined
  }
  if (ending.reason !== undefined) isOver = true
  else ending.onEnd = (reason) => giveUp(reason)
  return {
    onRequestStart(controller) {
      if (isOver) controller.abort(ending.reason ?? new Error('The call was ended.'))
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
        whole: (limit) => body.whole(limit),
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

/** An ending that a signal brings about. */
function followed(signal: AbortSignal): Ending {
  const ending = new Ending()
  if (signal.aborted) ending.end()
  else signal.addEventListener('abort', () => ending.end(), { once: true })
  return ending
}

/** A body as it arrives. Reads once. */
class Chunks implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = []
  #state: { type: 'open' } | { type: 'ended' } | { type: 'failed'; error: Error } = { type: 'open' }
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
    this.#state = error === undefined ? { type: 'ended' } : { type: 'failed', error }
    this.#wake()
  }

  /** @param close ends the call when more comes than is worth it */
  discard(close: () => void): void {
    const size = this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    this.#chunks = []
    this.#dropped = { size, close }
    if (size > unwanted) close()
  }

  /** @returns `undefined` as soon as there are more than `limit` bytes; what is left is then to be discarded */
  async whole(limit: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const size = this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
      if (size > limit) return undefined
      if (this.#state.type === 'failed') throw this.#state.error
      if (this.#state.type === 'ended') return joined(this.#chunks, size)
      await this.#more()
    }
  }

  #more(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunks = this.#chunks
      this.#chunks = []
      yield* chunks
      if (this.#chunks.length > 0) continue
      if (this.#state.type === 'failed') throw this.#state.error
      if (this.#state.type === 'ended') return
      await this.#more()
    }
  }
}
