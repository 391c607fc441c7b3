/** What a voter hears: Orca with Firefox, by keyboard alone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { aVoter } from './people.ts'
import { hasScreenReader, listen, type ScreenReader } from './spoken/screen-reader.ts'
import { expect, test } from './test.ts'

test.skip(!hasScreenReader, 'not run: no Orca')

/** Listens, and leaves what was heard among the results, also of a test that fails. */
async function listening(name: string, url: string, title: RegExp, go: (reader: ScreenReader) => Promise<void>) {
  const reader = await listen(url, title)
  try {
    await go(reader)
  } finally {
    const folder = path.join(import.meta.dirname, '../test-results')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `spoken-${name}.txt`), reader.transcript())
    await reader.stop()
  }
}

test('the control page: a status is heard, whatever becomes of the focus', async () => {
  const control = pathToFileURL(path.join(import.meta.dirname, 'spoken/control.html')).href
  await listening('control', control, /Control/, async (reader) => {
    // The browser may give the first keys to its own controls.
    for (let tabs = 0; tabs < 5; tabs++) {
      reader.press('Tab')
      if (await reader.hears(/Show by status/, 4)) break
    }
    reader.press('Return')
    expect(await reader.hears(/Beta said by status/)).toBe(true)
  })
})

test('a refused form and the answer are heard', async ({ form }) => {
  const { agree: _, birth, ...typed } = aVoter()
  const prefill = { ...typed, date_of_birth: `${birth.year}-04-${birth.day}` }
  const url = form.address({ props: { prefill, autoFocus: true } })
  await listening('refused-and-answer', url, /State/, async (reader) => {
    reader.press('Tab')
    await reader.hears(/ZIP code/)
    reader.press('Return')
    const refused = await reader.hears(/There is a problem/, 6)
    // Past the summary itself to what is wrong.
    reader.press('Tab')
    await reader.hears(/link/)
    reader.press('Return')
    await reader.hears(/check ?box/)
    reader.press('space')
    await reader.hears(/checked/)
    reader.press('Return')
    const answered = await reader.hears(/You’re not registered yet – Read what is below/, 20)
    expect({ refused, answered }).toEqual({ refused: true, answered: true })
  })
})
