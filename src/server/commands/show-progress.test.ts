import { expect, it } from 'vitest'
import { each } from './open-records.ts'
import { showProgress } from './show-progress.ts'

/** Reads pages of two rows, each of which takes so many seconds, and returns the lines of progress. */
async function linesOf(seconds: number): Promise<string[]> {
  const lines: string[] = []
  let time = 0
  const page = async (last = 0) => {
    time += seconds * 1000
    return last < 8 ? [last + 1, last + 2] : []
  }
  const rows: number[] = []
  const progress = showProgress({ note: (text) => lines.push(text) }, 'receipts', () => time)
  for await (const row of each(page, progress)) rows.push(row)
  expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  return lines
}

it('is shown every five seconds', async () => {
  expect(await linesOf(3)).toEqual(['4 receipts so far.\n', '8 receipts so far.\n'])
})

it('is not shown for what is quick', async () => {
  expect(await linesOf(0.1)).toEqual([])
})
