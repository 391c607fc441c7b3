/** Lets things that arrive while the database is busy be written together: one statement serves them all. */
import type { Database, Sql, WriteOptions } from './sql.ts'

/** The most items of one statement. */
const most = 500

/**
 * Groups calls. A call asks for a transaction at once when none is under way; it takes what has gathered when it begins,
 * and those that come later wait for the next.
 *
 * @param write takes what has gathered, in order; its result is that of the item at the same place
 */
export function group<Item, Result>(
  db: Pick<Database, 'transaction'>,
  write: (sql: Sql, items: Item[]) => Promise<Result[]>,
  manner: WriteOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false

  async function writeAll(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      let taken: typeof waiting | undefined
      const take = () => {
        taken ??= waiting.splice(0, most)
        return taken
      }
      try {
        const results = await db.transaction(
          (sql) =>
            write(
              sql,
              take().map(({ item }) => item),
            ),
          manner,
        )
        const now = take()
        for (const [place, result] of results.entries()) now[place]?.resolve(result)
        for (const { reject } of now.slice(results.length)) reject(new Error('A group came back incomplete.'))
      } catch (error) {
        for (const { reject } of take()) reject(error)
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
