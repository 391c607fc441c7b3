/** Typing goes on while React takes the form over: seeded voters who begin at any time, and a program that comes at any time.
 *  `TYPINGS=200` tries as many; `TYPINGS_SEED` repeats a run. */
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { holdRequests } from './hold-requests.ts'
import { expect, test } from './partner-pages.ts'

const count = Number(process.env.TYPINGS ?? 4)
const seed = Number(process.env.TYPINGS_SEED ?? Date.now() % 1_000_000)

/** When each begins, when the program comes, and what is typed where. */
const voters = fc.sample(
  fc.record({
    begin: fc.integer({ min: 100, max: 3_000 }),
    come: fc.integer({ min: 0, max: 3_000 }),
    word: fc.stringMatching(/^[a-z]{6,13}$/),
    name: fc.constantFrom('firstName', 'city'),
  }),
  { seed, numRuns: count },
)

test(`no letter is lost while the form is taken over: ${count} voters @engines`, async ({
  page,
  partner,
  watched,
  browserName,
}) => {
  test.setTimeout(60_000 + count * 30_000)
  if (browserName === 'chromium') {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  const lost: string[] = []
  for (const [at, { begin, come, word, name }] of voters.entries()) {
    const field = page.locator(`[name="${name}"]`)
    const release = await holdRequests(page, '**/program.js')
    await page.goto(partner.put(`typing-${at}`, { body: partner.script + partner.tag() }), { waitUntil: 'commit' })
    const coming = pause(come).then(release)
    await pause(begin)
    // Five letters a second.
    await field.pressSequentially(word, { delay: 200 })
    await coming
    await page.locator('voter-registration:state(ready)').waitFor()
    const kept = await field.inputValue()
    if (kept !== word) lost.push(`typed ${word} from ${begin} ms, program after ${come} ms, kept ${kept}`)
    await page.unroute('**/program.js')
  }
  expect(lost, `TYPINGS_SEED=${seed}`).toEqual([])
  expect(watched.console.filter((text) => text.includes('rendered anew'))).toEqual([])
})
