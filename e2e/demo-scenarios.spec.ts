/** The QA page runs scenarios with every embed type, compares what it sees with the table, and keeps its log and a report. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

/** The scenarios of these tests: one for each screen, and two that differ by their buttons. */
const names = ['one-button', 'no-button', 'auth', 'field-errors', 'html-500', 'expired']

/** Lets the page have these scenarios alone, one of them with a wrong expectation. */
async function withPlantedMismatch(page: Page): Promise<void> {
  await page.route('**/_sandbox/scenarios', async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as { name: string; methods?: number }[]
    const some = all.filter(({ name }) => names.includes(name))
    const json = some.map((row) => (row.name === 'one-button' ? { ...row, methods: 2 } : row))
    await route.fulfill({ response, json })
  })
}

test('"Run all" runs every embed, and names the one row that differs @main', async ({ context, demo, page }) => {
  test.setTimeout(240_000)
  const watched = watch(context)
  await withPlantedMismatch(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(demo.url)
  const scenarios = page.locator('#scenarios')
  await expect(scenarios.getByText('7 of 7 scenarios')).toBeVisible()
  await scenarios.getByRole('button', { name: 'Run all' }).click()
  await expect(scenarios.getByText('28 runs, 4 not as expected')).toBeVisible({ timeout: 180_000 })
  const cellsOf = (name: string) =>
    scenarios
      .locator('tbody tr')
      .filter({ has: page.locator('code', { hasText: new RegExp(`^${name}$`) }) })
      .locator('td[data-good]')
  for (const name of ['ordinary', ...names]) {
    const isPlanted = name === 'one-button'
    await expect(cellsOf(name)).toHaveText(Array(4).fill(isPlanted ? 'not: answer, 1 button' : 'as expected'))
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    scenarios.getByRole('button', { name: 'Save the report' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('scenarios.md')
  const report = await readFile(await download.path(), 'utf8')
  expect(report).toContain('28 runs, 4 not as expected.')
  expect(report).toContain('| one-button | answer, 2 buttons | **not as expected**: answer, 1 button |')
  expect(report).toContain('| auth | not-sent | as expected | as expected | as expected | as expected |')
  expect(report).not.toMatch(/@example|Ada|Sample|Boston/)
  // The refusals that are played, and the frame in which no script may run.
  const isPlayed = (line: string) => /status of [45]\d\d|^Blocked script execution/.test(line)
  expect(watched.errors.filter((line) => !isPlayed(line))).toEqual([])
})

for (const layout of ['page', 'steps']) {
  test(`"Fill" fills in the chosen embed, and moves to the consent: ${layout}`, async ({ demo, page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${demo.url}#layout=${layout}`)
    for (const embedType of ['React', 'Element', 'Hosted page', 'Without scripts']) {
      await page.getByLabel('Embed type', { exact: true }).selectOption(embedType)
      await page.getByRole('button', { name: 'Fill the form for the ordinary case' }).click()
      const stage = page.locator('#form')
      const form =
        embedType === 'React' ? stage.locator('[data-step]') : stage.frameLocator('iframe').locator('[data-step]')
      const consent = form.getByRole('checkbox').first()
      await expect(consent).toBeFocused()
      await expect(consent).not.toBeChecked()
      // Without scripts the form is always on one page.
      if (layout === 'page' || embedType === 'Without scripts')
        await expect(form.locator('[autocomplete~="given-name"]')).toHaveValue('Ada')
      else await expect(form.locator('.vr-review')).toContainText('Boston')
    }
  })
}

test('the log survives a click that leaves the page', async ({ demo, page }) => {
  await page.goto(demo.url)
  await page.getByRole('button', { name: 'Fill the form for the ordinary case' }).click()
  const form = page.locator('[data-step]')
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('link', { name: 'Register online' }).click()
  await page.waitForURL(/\/state-site\/MA$/)
  await page.goBack()
  const log = page.locator('#log')
  await expect(log.getByText('POST /registrations').first()).toBeVisible()
  await expect(log.getByText('accepted an event').last()).toBeAttached()
})
