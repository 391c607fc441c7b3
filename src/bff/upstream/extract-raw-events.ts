/** Finds each button's event in the service's answer exactly as it was written there. */

/**
 * The text of every `event_tracking` by the place of its button: byte for byte, so that `12345678901234567890` and
 * `1.0` go back as they came (R-A70). As in `JSON.parse`, of duplicate keys the last one counts. Does not recurse
 * into values, so that depth is no danger.
 *
 * Because the text is JSON, finding the ends of values is all there is to do; a scanner that also reads each of them took
 * longer than the check and the sealing of the answer together.
 *
 * @param json an answer that `JSON.parse` has accepted; of any other text the result says nothing
 */
export function rawEvents(json: string): Map<number, string> {
  let events = new Map<number, string>()
  eachMember(json, blank(json, 0), (key, from) => {
    if (key !== 'buttons') return endOf(json, from)
    events = new Map()
    return eachItem(json, from, (place, item) =>
      eachMember(json, item, (name, value) => {
        const end = endOf(json, value)
        if (name === 'event_tracking') events.set(place, json.slice(value, end))
        return end
      }),
    )
  })
  return events
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Goes through an object's members, if the value at `at` is an object.
 *
 * @param visit gets where a member's value begins, and returns where it ends
 * @returns where the value at `at` ends
 */
function eachMember(json: string, at: number, visit: (key: string, from: number) => number): number {
  if (json.charCodeAt(at) !== openObject) return endOf(json, at)
  let next = blank(json, at + 1)
  while (next < json.length && json.charCodeAt(next) !== closeObject) {
    if (json.charCodeAt(next) === comma) next = blank(json, next + 1)
    const end = endOfString(json, next)
    const key = keyOf(json.slice(next, end))
    const colon = blank(json, end)
    next = blank(json, visit(key, blank(json, colon + 1)))
  }
  return next + 1
}

/** The same for the items of a list. */
function eachItem(json: string, at: number, visit: (place: number, from: number) => number): number {
  if (json.charCodeAt(at) !== openList) return endOf(json, at)
  let place = 0
  let next = blank(json, at + 1)
  while (next < json.length && json.charCodeAt(next) !== closeList) {
    if (json.charCodeAt(next) === comma) next = blank(json, next + 1)
    next = blank(json, visit(place++, next))
  }
  return next + 1
}

/** A key without its quotes, and with what it says in escapes. */
function keyOf(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
}

/** Where the next token begins. */
function blank(json: string, at: number): number {
  let next = at
  // NaN, at the end of the text, is not below.
  while (json.charCodeAt(next) <= 0x20) next++
  return next
}

/** Where the string that begins at `at` ends: behind its quote, the first one that is not escaped. */
function endOfString(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (json.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end + 1
  }
  return json.length
}

/** Where the value that begins at `at` ends. */
function endOf(json: string, at: number): number {
  let depth = 0
  let next = at
  while (next < json.length) {
    const code = json.charCodeAt(next)
    if (code === quote) next = endOfString(json, next)
    else if (code === openObject || code === openList) {
      depth++
      next++
    } else if (code === closeObject || code === closeList) {
      depth--
      next++
    } else if (depth > 0) next++
    else next = endOfScalar(json, next)
    if (depth === 0) return next
  }
  return next
}

/** Where a number, `true`, `false` or `null` ends. */
function endOfScalar(json: string, at: number): number {
  let next = at
  for (; next < json.length; next++) {
    const code = json.charCodeAt(next)
    if (code <= 0x20 || code === comma || code === closeList || code === closeObject) return next
  }
  return next
}
