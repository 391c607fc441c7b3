/** Finds each button's event in the service's answer exactly as it was written there. */
import { createScanner, type JSONScanner } from 'jsonc-parser'

/**
 * The text of every `event_tracking` by the place of its button: byte for byte, so that `12345678901234567890` and
 * `1.0` go back as they came (R-A70). As in `JSON.parse`, of duplicate keys the last one counts. Does not recurse
 * into values, so that depth is no danger.
 *
 * @param json an answer that `JSON.parse` has accepted
 */
export function rawEvents(json: string): Map<number, string> {
  let events = new Map<number, string>()
  const scanner = createScanner(json, true)
  scanner.scan()
  eachMember(scanner, json, (key) => {
    if (key !== 'buttons') {
      skip(scanner, json)
      return
    }
    events = new Map()
    eachItem(scanner, json, (place) => {
      eachMember(scanner, json, (name) => {
        const from = scanner.getTokenOffset()
        skip(scanner, json)
        if (name === 'event_tracking') {
          events.set(place, json.slice(from, scanner.getTokenOffset() + scanner.getTokenLength()))
        }
      })
    })
  })
  return events
}

/** The first character of the token that the scanner stands on: enough to tell the kinds of JSON apart. */
const token = (scanner: JSONScanner, json: string) => json.charAt(scanner.getTokenOffset())

/** Stands on a value and calls `visit` on each member's value, if it is an object; `visit` must leave on its last token. */
function eachMember(scanner: JSONScanner, json: string, visit: (key: string) => void): void {
  if (token(scanner, json) !== '{') {
    skip(scanner, json)
    return
  }
  for (scanner.scan(); token(scanner, json) !== '}'; scanner.scan()) {
    if (token(scanner, json) === ',') scanner.scan()
    const key = scanner.getTokenValue()
    scanner.scan()
    scanner.scan()
    visit(key)
  }
}

/** The same for the items of a list. */
function eachItem(scanner: JSONScanner, json: string, visit: (place: number) => void): void {
  if (token(scanner, json) !== '[') {
    skip(scanner, json)
    return
  }
  let place = 0
  for (scanner.scan(); token(scanner, json) !== ']'; scanner.scan()) {
    if (token(scanner, json) === ',') scanner.scan()
    visit(place++)
  }
}

/** Stands on the first token of a value and moves to its last. */
function skip(scanner: JSONScanner, json: string): void {
  let depth = 0
  for (;;) {
    const character = token(scanner, json)
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    if (depth === 0) return
    scanner.scan()
  }
}
