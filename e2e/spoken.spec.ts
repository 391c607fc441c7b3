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

test('in steps, each step, what is wrong at one, and the review are heard', async ({ form }) => {
  const { agree: _, birth, zipcode, ...typed } = aVoter()
  const prefill = { ...typed, date_of_birth: `${birth.year}-04-${birth.day}` }
  const url = form.address({ props: { prefill, layout: 'steps', autoFocus: true } })
  await listening('steps', url, /State/, async (reader) => {
    const heard: Record<string, boolean> = {}
    const press = async (key: string, pattern: RegExp, seconds?: number) => {
      reader.press(key)
      heard[`${key}: ${pattern.source}`] = await reader.hears(pattern, seconds)
    }
    await press('Tab', /ZIP code/)
    await press('Return', /There is a problem/)
    await press('Tab', /ZIP code.*link/)
    await press('Return', /ZIP code.*entry/)
    for (const digit of zipcode) reader.press(digit)
    await press('Return', /Step 2 of 4: Name and birth/)
    // The title's list is before the first name.
    await press('Tab', /Title/)
    await press('Tab', /First name/)
    await press('Return', /Step 3 of 4: Address/)
    await press('Tab', /Street address/)
    await press('Return', /Step 4 of 4: Contact and consent/)
    await press('Tab', /Email/)
    await press('Return', /There is a problem/)
    await press('Tab', /Check the box.*link/)
    await press('Return', /check ?box/)
    await press('space', /checked/)
    await press('Return', /Check your answers/)
    await press('Tab', /Change ?: State and ZIP code/)
    await press('Return', /Step 1 of 4: State and ZIP code/)
    await press('Tab', /State/)
    await press('Tab', /ZIP code/)
    await press('Return', /Check your answers/)
    for (const group of ['State and ZIP code', 'Name and birth', 'Address', 'Contact and consent'])
      await press('Tab', new RegExp(`Change ?: ${group}`))
    expect(Object.entries(heard).filter(([, was]) => !was)).toEqual([])
  })
})
