/**
 * Keeps texts in one piece of memory of a fixed size, in which the eldest make room for new ones.
 *
 * As strings, thousands of answers that stay for a quarter of an hour would be copied, marked and collected together with
 * what is under way, and every voter would wait for that. In here the garbage collector sees none of them, and what they
 * take is known.
 */
export class TextRing {
  readonly #size: number
  /** Made with the first text. */
  #bytes: Uint8Array<ArrayBuffer> | undefined
  /** How many bytes were ever written or skipped; where that lies in the ring is the remainder. */
  #end = 0

  /** @param size in bytes */
  constructor(size: number) {
    this.#size = size
  }

  /** @returns where it is; `undefined` when it is larger than the whole ring */
  put(text: string): Place | undefined {
    // Written to at once, so that the process has its size from the first voter on and does not grow for hours.
    this.#bytes ??= new Uint8Array(this.#size).fill(0)
    for (const beginning of [this.#end % this.#size, 0]) {
      const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(beginning))
      const whole = read === text.length
      const place = { at: this.#end, length: written }
      // What did not fit has written over something all the same.
      this.#end += whole ? written : this.#size - beginning
      if (whole) return place
    }
    return undefined
  }

  /** @returns `undefined` when a newer text has taken its place */
  get(place: Place): string | undefined {
    const bytes = this.#at(place)
    return bytes && decoder.decode(bytes)
  }

  /** Nothing of it stays in memory. Its place must not be asked for afterwards. */
  wipe(place: Place): void {
    this.#at(place)?.fill(0)
  }

  #at({ at, length }: Place): Uint8Array | undefined {
    if (this.#bytes === undefined || at < this.#end - this.#size) return undefined
    const beginning = at % this.#size
    return this.#bytes.subarray(beginning, beginning + length)
  }
}

/** Where a text is: the number of bytes that were written before it, and of its own. */
export interface Place {
  readonly at: number
  readonly length: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
