/** The page of counts by week and source, of made-up numbers. */
import { createCountsPage } from '../commands/counts/counts-page.ts'

/** Returns the HTML, with one source that has this number on each day. */
export async function pageOfCounts(count: number): Promise<string> {
  const page = createCountsPage({
    count: async ({ by }) => [{ values: by.map((name) => (name === 'outcome' ? 'answered' : 'A table')), count }],
  })
  return (await page(new URLSearchParams('by=week&and=source'))).text
}
