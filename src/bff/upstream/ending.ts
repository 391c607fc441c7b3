/** Ends a call from outside. It can do what an `AbortSignal` does for one listener; a real one, which costs as much as the
 *  sealing of an answer, is made only where somebody asks for it. */
export class Ending {
  #reason: Error | undefined
  #listener: ((reason: Error) => void) | undefined
  #controller: AbortController | undefined

  /** Ends the call. Only the first time counts. */
  end(): void {
    if (this.#reason !== undefined) return
    const reason = new DOMException('The call was ended.', 'AbortError')
    this.#reason = reason
    this.#controller?.abort(reason)
    this.#listener?.(reason)
  }

  /** Why it was ended; `undefined` while it was not. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** Is called when it is ended from now on, in the place of whoever was to be called before. */
  set onEnd(listener: ((reason: Error) => void) | undefined) {
    this.#listener = listener
  }

  /** The same for whoever needs a signal. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }
}
