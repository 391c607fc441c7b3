/** Lets findings that arrive while the database is busy be written together: one wait for the disk serves them all. */

/**
 * Groups calls. A call starts a write at once when none is under way; those that come meanwhile wait for the next.
 *
 * @param write takes what has gathered, in order; its result is that of the item at the same place
 * @param most the most items of one write
 */
export function group<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  most = 200,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false

  async function writeAll(): Promise<void> {
    busy = true
    await new Promise((resolve) => void setImmediate(resolve))
    while (waiting.length > 0) {
      const now = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await write(now.map(({ item }) => item))
        for (const [place, { resolve, reject }] of now.entries()) {
          const result = results[place]
          if (result === undefined) reject(new Error('A group came back incomplete.'))
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) void writeAll()
    })
}
