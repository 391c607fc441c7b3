/** The demo's snippet builder, which generates the code for a partner's page and previews the form. */
import { findAccessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('the builder writes the code for each kind of page, and previews the choices within its policy', async ({
  context,
  demo,
  page,
  request,
}) => {
  const watched = watch(context)
  await page.goto(`${demo.url}tools/builder.html`)
  const code = page.locator('[data-code=code]')
  const hashes = (await (await request.get(`${demo.url}element/integrity.json`)).json()) as Record<string, string>
  await expect(code).toContainText(`integrity="${hashes['voter-registration.js']}"`)
  await page.getByLabel('Theme', { exact: true }).selectOption('dark')
  await page.getByLabel('Language', { exact: true }).selectOption('es')
  await page.getByLabel('Public name').fill('acme')
  await expect(code).toContainText('partner="acme" locale="es" theme="dark"')
  const form = page.locator('[data-step=form]')
  await expect(form).toHaveAttribute('data-theme', 'dark')
  await expect(form).toHaveAttribute('lang', 'es')
  await form.getByRole('combobox', { name: 'Estado' }).selectOption('TN')
  await expect(form.locator('.vr-facts-slot summary').first()).toBeVisible()
  for (const [kind, text] of [
    ['B.', '<div data-voter-registration'],
    ['C.', 'data-api-base='],
    ['D.', '/form?partner=acme&amp;locale=es&amp;theme=dark'],
    ['E.', "appearance={{ theme: 'dark' }}"],
  ] as const) {
    await page.getByRole('radio', { name: kind }).check()
    await expect(code).toContainText(text)
  }
  await expect(page.locator('[data-code=policy]')).toHaveText('connect-src https://register.partner.example')
  await expect(page.locator('[data-code=address]')).toHaveText(/\/form\?partner=acme&locale=es&theme=dark$/)
  const color = page.getByLabel('Color of buttons and links')
  await color.fill('blurple')
  await expect(page.getByText('“blurple” is not a hex color')).toBeVisible()
  await color.fill('#00553a')
  await expect(page.getByText(/under 4.5 to 1 in the dark theme/)).toBeVisible()
  await page.getByLabel('Theme', { exact: true }).selectOption('light')
  await expect(page.locator('[data-step] .vr-button-primary')).toHaveCSS('background-color', 'rgb(0, 85, 58)')
  await page.getByLabel('Display').selectOption('dialog')
  await page.getByRole('button', { name: 'Open the form' }).click()
  await expect(page.getByRole('dialog').locator('[data-step=form]')).toBeVisible()
  expect(watched.errors).toEqual([])
  expect(watched.console.filter((line) => /policy/i.test(line))).toEqual([])
})

test('the builder copies its code by keyboard', async ({ browser, demo }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${demo.url}tools/builder.html`)
  await page.getByRole('radio', { name: 'A.' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy: Snippet C' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await page.locator('[data-code=code]').innerText())
  await context.close()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the builder has no axe problem, and nothing is cut off at 320 px: ${theme}`, async ({
    context,
    demo,
    page,
  }) => {
    const watched = watch(context)
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${demo.url}tools/builder.html`)
    await page.locator('[data-step=form]').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(watched.errors).toEqual([])
  })
}
