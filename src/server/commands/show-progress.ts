/** Progress of what takes long. */
import type { Terminal } from './task.ts'

/** The time after which a line of progress is due, in milliseconds. */
const every = 5_000

/**
 * Creates a function that takes how much is done, and notes it every five seconds on standard error: nothing for what is quick, and
 * nothing with `--quiet`.
 *
 * @param what is counted, for example `receipts`
 * @param now milliseconds that never go back
 */
export function showProgress(
  { note }: Pick<Terminal, 'note'>,
  what: string,
  now: () => number = () => performance.now(),
): (count: number) => void {
  let last = now()
  return (count) => {
    if (now() - last < every) return
    last = now()
    note(`${count} ${what} so far.\n`)
  }
}
