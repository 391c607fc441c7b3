/** Finds each button's event in the service's answer exactly as it was written there. */

/** A string; a sign of structure; a number, `true`, `false` or `null`. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g

/**
 * The text of every `event_tracking` by the place of its button: byte for byte, so that `12345678901234567890` and
 * `1.0` go back as they came (R-A70), which `JSON.stringify(JSON.parse(…))` would change. As in `JSON.parse`, of duplicate
 * keys the last one counts. Does not recurse, so that depth is no danger.
 *
 * @param json an answer that `JSON.parse` has accepted; of any other text the result says nothing
 */
export function rawEvents(json: string): Map<number, string> {
  const events = new Map<number, string>()
  /** Of each value that is open: the key in an object, or the place in a list, of what comes next. */
  const path: (string | number)[] = []
  let isKeyNext = false
  let from = 0

  function begin(at: number): void {
    if (path.length === 1 && path[0] === 'buttons') events.clear()
    from = placeOfEvent(path) === undefined ? from : at
  }

  function end(at: number): void {
    const place = placeOfEvent(path)
    if (place !== undefined) events.set(place, json.slice(from, at))
  }

  for (const { 0: token, index } of json.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      begin(index)
      path.push(token === '{' ? '' : 0)
      isKeyNext = token === '{'
    } else if (token === '}' || token === ']') {
      path.pop()
      end(index + 1)
    } else if (token === ',') {
      const last = path.pop() ?? 0
      path.push(typeof last === 'number' ? last + 1 : '')
      isKeyNext = typeof last === 'string'
    } else if (isKeyNext) {
      path[path.length - 1] = String(JSON.parse(token))
      isKeyNext = false
    } else if (token !== ':') {
      begin(index)
      end(index + token.length)
    }
  }
  return events
}

/** The place of the button whose event the path names. */
function placeOfEvent(path: readonly (string | number)[]): number | undefined {
  const [list, place, key] = path
  const isEvent = path.length === 3 && list === 'buttons' && key === 'event_tracking'
  return isEvent && typeof place === 'number' ? place : undefined
}
