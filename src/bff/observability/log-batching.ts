/** Writes the lines that come up together in one go: each call of the system costs as much as making ten lines. */

/**
 * A destination in front of another one. What is written in one turn of the event loop goes on at its end, before anything
 * else is read from the network, or when the process exits: nothing waits for a further line. An answer that was made in
 * the same turn may leave first.
 *
 * @param onward must write at once
 */
export function inOneGo(onward: { write(text: string): unknown }): OneGo {
  let waiting = ''
  const flushSync = () => {
    const text = waiting
    waiting = ''
    if (text !== '') onward.write(text)
  }
  process.once('exit', flushSync)
  return {
    write(text) {
      if (waiting === '') setImmediate(flushSync)
      waiting += text
    },
    flushSync,
  }
}

/** What {@link inOneGo} gives. */
export interface OneGo {
  write(text: string): void
  /** Writes at once what waits, for a line that must be there before anybody is answered. */
  flushSync(): void
}
