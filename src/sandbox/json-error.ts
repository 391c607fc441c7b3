/** Reports where a text stops being JSON, in the words of the service's parser, which is Python's (B.1, X14). */

/**
 * Returns the first error.
 *
 * @param text a text that `JSON.parse` refused
 * @returns for example `Expecting value: line 1 column 6 (char 5)`
 */
export function jsonError(text: string): string {
  try {
    const end = skipSpace(text, value(text, skipSpace(text, 0)))
    return end < text.length ? say(text, 'Extra data', end) : 'Expecting value: line 1 column 1 (char 0)'
  } catch (error) {
    if (error instanceof Wrong) return say(text, error.message, error.at)
    // Nested deeper than the stack: the service's parser gives up in the same way.
    return 'maximum recursion depth exceeded while decoding a JSON array from a unicode string'
  }
}

class Wrong extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

function say(text: string, message: string, at: number): string {
  const before = Array.from(text.slice(0, at))
  const line = before.filter((character) => character === '\n').length + 1
  const column = before.length - before.lastIndexOf('\n')
  return `${message}: line ${line} column ${column} (char ${before.length})`
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

/** Scans one value that begins at `at`; returns the position after it. */
function value(text: string, at: number): number {
  switch (text.charAt(at)) {
    case '"':
      return string(text, at + 1)
    case '{':
      return object(text, at)
    case '[':
      return members(text, at, ']', (item) => value(text, item))
    default: {
      const word = wordAt(at).exec(text)
      if (word === null) throw new Wrong('Expecting value', at)
      return at + word[0].length
    }
  }
}

/** A number or one of the three words, exactly at a position. */
function wordAt(at: number): RegExp {
  const word = /null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
  word.lastIndex = at
  return word
}

function object(text: string, start: number): number {
  return members(text, start, '}', (at) => {
    if (text.charAt(at) !== '"') throw new Wrong('Expecting property name enclosed in double quotes', at)
    const colon = skipSpace(text, string(text, at + 1))
    if (text.charAt(colon) !== ':') throw new Wrong("Expecting ':' delimiter", colon)
    return value(text, skipSpace(text, colon + 1))
  })
}

/** Scans the members between two brackets, separated by commas. */
function members(text: string, start: number, close: string, member: (at: number) => number): number {
  let at = skipSpace(text, start + 1)
  if (text.charAt(at) === close) return at + 1
  for (;;) {
    at = skipSpace(text, member(at))
    if (text.charAt(at) === close) return at + 1
    if (text.charAt(at) !== ',') throw new Wrong("Expecting ',' delimiter", at)
    at = skipSpace(text, at + 1)
  }
}

/** Scans a string whose opening quote is just before `start`. */
function string(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') return at + 1
    if (character < ' ') throw new Wrong('Invalid control character at', at)
    if (character !== '\\') continue
    at++
    if (text.charAt(at) === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) throw new Wrong('Invalid \\uXXXX escape', at)
      at += 4
    } else if (!'"\\/bfnrt'.includes(text.charAt(at)) || at >= text.length) {
      throw at >= text.length
        ? new Wrong('Unterminated string starting at', start - 1)
        : new Wrong('Invalid \\escape', at - 1)
    }
  }
  throw new Wrong('Unterminated string starting at', start - 1)
}
