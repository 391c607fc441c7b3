/** Takes a regular expression apart, as far as is needed to write texts on which it might work hard. */

/** A part of a pattern. A `set` matches one character; an `empty` one, such as `^` or `\b`, none. */
export type Part =
  | { type: 'set'; source: string }
  | { type: 'empty' }
  | { type: 'all'; parts: Part[] }
  | { type: 'any'; parts: Part[] }
  | { type: 'many'; part: Part; min: number; max: number }

/** Reads a pattern's source. A look-ahead or look-behind is read as a group. Throws on syntax that it does not know. */
export function partsOf(source: string): Part {
  let at = 0
  const take = (pattern: RegExp) => {
    const found = new RegExp(pattern.source, 'ys')
    found.lastIndex = at
    const match = found.exec(source)
    if (match !== null) at = found.lastIndex
    return match
  }
  const options = (): Part => {
    const parts = [sequence()]
    while (take(/\|/)) parts.push(sequence())
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'any', parts }
  }
  const sequence = (): Part => {
    const parts: Part[] = []
    while (at < source.length && !/[|)]/.test(source.charAt(at))) parts.push(repeated(single()))
    return { type: 'all', parts }
  }
  const single = (): Part => {
    if (take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/)) {
      const inside = options()
      if (!take(/\)/)) throw new Error(`A group of /${source}/ is not read. Extend partsOf().`)
      return inside
    }
    if (take(/[\^$]|\\[bB]|\\[1-9]/)) return { type: 'empty' }
    const [set] = take(/\\[pP]\{\w+(?:=\w+)?\}|\\u\{[^}]+\}|\\u.{4}|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|[^()[\]*+?]/) ?? []
    if (set === undefined) throw new Error(`"${source.slice(at)}" of /${source}/ is not read. Extend partsOf().`)
    return { type: 'set', source: set }
  }
  const repeated = (part: Part): Part => {
    const [, sign, from, comma, to] = take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/) ?? []
    if (sign === undefined && from === undefined) return part
    const min = from === undefined ? Number(sign === '+') : Number(from)
    const most = sign === '?' ? 1 : Number.POSITIVE_INFINITY
    const max = from === undefined ? most : comma === '' ? min : to === '' ? most : Number(to)
    return { type: 'many', part, min, max }
  }
  const whole = options()
  if (at < source.length) throw new Error(`"${source.slice(at)}" of /${source}/ is not read. Extend partsOf().`)
  return whole
}

/** Returns the characters that the sets of a pattern tell apart: one of each kind, and those that are in none of them. */
export function lettersOf(
  part: Part,
  flags: string,
): { letters: string[]; isIn: (letter: string, set: string) => boolean } {
  const sets = [...new Set(setsIn(part))]
  const patterns = new Map(sets.map((set) => [set, new RegExp(`^(?:${set})$`, flags.replaceAll(/[gy]/g, ''))]))
  const isIn = (letter: string, set: string) => patterns.get(set)?.test(letter) === true
  const written = sets.flatMap((set) => Array.from(set.replaceAll(/\\[pP]\{[^}]*\}|\\(?![^\w\s])./g, '')))
  const kinds = new Map<string, string>()
  for (const letter of [
    ...written,
    ...Array.from('a0 .-_A\t"\'<>/@:;,=#()[]{}&%?!*+~é٣\u00a0\u200b\u2014\u0000\n\r'),
  ]) {
    const kind = sets.map((set) => (isIn(letter, set) ? '1' : '0')).join('')
    if (!kinds.has(kind)) kinds.set(kind, letter)
  }
  return { letters: [...kinds.values()], isIn }
}

/** Returns the sources of the sets in a pattern. */
export function setsIn(part: Part): string[] {
  if (part.type === 'set') return [part.source]
  if (part.type === 'many') return setsIn(part.part)
  return part.type === 'empty' ? [] : part.parts.flatMap(setsIn)
}
