/** Cuts JSON that arrives in pieces into the values it is made of, so that its size does not matter. */

/** One value of the input. */
export interface JsonPart {
  /** Where it is: `$` for the whole, `$[3]` for an item of the list at the top. */
  path: string
  /** Whether it is an item of a list at the top, or stands alone (also one of several, as in JSON lines). */
  of: 'list' | 'nothing'
  text: string
}

/** What is wrong with the input, and where. */
export class BadInput extends Error {
  override name = 'BadInput'
  /** For example `$[3].state_information[7].text`. */
  readonly path: string

  constructor(path: string, says: string) {
    super(`${path} ${says}`)
    this.path = path
  }
}

/** The most characters of one value: a state has about a hundred thousand. */
const longest = 64 * 1024 * 1024

/**
 * The values in their order. Only their extent is found here; the parser finds what is wrong inside.
 *
 * @param chunks UTF-8
 * @throws BadInput for what is between, before or behind the values, and for what is no UTF-8
 */
export async function* splitJson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const splitter = new Splitter()
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new BadInput(splitter.path, 'is not UTF-8.')
    }
  }
  for await (const chunk of chunks) yield* splitter.take(decoded(chunk))
  yield* splitter.take(`${decoded()}\n`)
  splitter.end()
}

class Splitter {
  #at: 'top' | 'list, before a value' | 'list, behind a value' | 'behind the list' = 'top'
  #count = 0
  /** Whether a comma has just been passed. */
  #comma = false
  /** The value that is being read: its parts so far, and how it will end. */
  #value:
    | { parts: string[]; length: number; kind: 'nested' | 'text' | 'word'; depth: number; quoted: boolean }
    | undefined
  #escaped = false

  get path(): string {
    return this.#at.startsWith('list') ? `$[${this.#count}]` : '$'
  }

  *take(text: string): Generator<JsonPart> {
    let start = 0
    for (let index = 0; index < text.length; index++) {
      const character = text.charAt(index)
      if (this.#value === undefined) {
        if (/\s/.test(character)) continue
        if (this.#between(character)) continue
        const kind = character === '{' || character === '[' ? 'nested' : character === '"' ? 'text' : 'word'
        this.#value = { parts: [], length: 0, kind, depth: 0, quoted: false }
        start = index
      }
      const end = this.#endsAt(character)
      if (end === 'no') continue
      const last = end === 'with' ? index + 1 : index
      yield this.#finish(text.slice(start, last))
      if (end === 'before') index--
    }
    if (this.#value !== undefined) this.#keep(text.slice(start))
  }

  end(): void {
    if (this.#value !== undefined) throw new BadInput(this.path, 'is cut off: the input ends inside it.')
    if (this.#at === 'top' && this.#count === 0) throw new BadInput('$', 'is empty.')
    if (this.#at.startsWith('list')) throw new BadInput('$', 'is cut off: the list is not closed.')
  }

  /** Deals with a character between values; says whether that was all. */
  #between(character: string): boolean {
    switch (this.#at) {
      case 'top':
        if (character !== '[' || this.#count > 0) return false
        this.#at = 'list, before a value'
        return true
      case 'list, before a value':
        if (character === ']' && !this.#comma) {
          this.#at = 'behind the list'
          return true
        }
        if (character === ',' || character === ']')
          throw new BadInput(this.path, 'is missing: there is a comma too many.')
        return false
      case 'list, behind a value':
        if (character !== ',' && character !== ']') {
          throw new BadInput(this.path, `is not separated from what stands before it by a comma.`)
        }
        this.#comma = character === ','
        this.#at = character === ',' ? 'list, before a value' : 'behind the list'
        return true
      case 'behind the list':
        throw new BadInput('$', 'goes on behind the end of its list.')
      default:
        return this.#at satisfies never
    }
  }

  #endsAt(character: string): 'no' | 'with' | 'before' {
    const value = this.#value
    if (value === undefined) return 'no'
    if (value.quoted) {
      if (this.#escaped) this.#escaped = false
      else if (character === '\\') this.#escaped = true
      else if (character === '"') {
        value.quoted = false
        if (value.kind === 'text') return 'with'
      }
      return 'no'
    }
    if (character === '"') value.quoted = true
    if (value.kind === 'word') return /[\s,\]]/.test(character) ? 'before' : 'no'
    if (value.kind !== 'nested') return 'no'
    if (character === '{' || character === '[') value.depth++
    if (character === '}' || character === ']') value.depth--
    return value.depth === 0 ? 'with' : 'no'
  }

  #keep(text: string): void {
    if (this.#value === undefined) return
    this.#value.parts.push(text)
    this.#value.length += text.length
    if (this.#value.length > longest) throw new BadInput(this.path, 'is larger than 64 MiB; no state is.')
  }

  #finish(text: string): JsonPart {
    this.#keep(text)
    const whole = this.#value?.parts.join('') ?? ''
    const { path } = this
    this.#value = undefined
    const of = this.#at === 'top' ? 'nothing' : 'list'
    if (of === 'list') this.#at = 'list, behind a value'
    this.#count++
    this.#comma = false
    return { path: of === 'list' ? path : this.#count === 1 ? '$' : `$ (value ${this.#count})`, of, text: whole }
  }
}
