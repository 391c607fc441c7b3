/** The demo's pages of other sites, each sent as its kind of site sends it, and the builder that writes the code for them. */

import type { Page } from '@playwright/test'
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { readQrCode } from './read-qr-code.ts'
import { watch } from './watcher.ts'

/** The form of a page that this test has opened. */
function formOn(page: Page): FormPage {
  return new FormPage(page, { bff: '', site: '' })
}

/** Fills in the form of a page, sends it and waits for the answer. */
async function register(page: Page): Promise<FormPage> {
  const form = formOn(page)
  await form.agree.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  return form
}

test('a list leads to each of the pages, and the QA page to the list @main', async ({ demo, page }) => {
  await page.goto(demo.url)
  await page.getByRole('link', { name: 'Other sites' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The form on other sites')
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(7)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Plain HTML' }).click()
  await page.getByText('Practice data only').or(page.locator('[data-step=form]')).first().waitFor()
})

test('the strictest policy: not one violation on the whole way @main', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.goto(`${demo.url}on/strict`)
  await register(page)
  expect(watched.console.filter((line) => /policy|Trusted/i.test(line))).toEqual([])
})

test('the hostile page: the form goes its way, and the page’s own form hears nothing', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/hostile`)
  const form = await register(page)
  await expect(page).not.toHaveTitle('submitted')
  expect(await form.root.evaluate((root) => getComputedStyle(root).direction)).toBe('ltr')
})

test('the page that breaks other scripts: a form, or the link, or a sentence', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/polluted`)
  const [withLink, alone] = [page.locator('voter-registration').nth(0), page.locator('voter-registration').nth(1)]
  await expect(
    withLink
      .locator('[data-step=form]')
      .or(withLink.getByRole('link', { name: 'official site' }))
      .first(),
  ).toBeVisible()
  await expect(
    alone.locator('[data-step=form]').or(alone.getByText('The form cannot be shown here')).first(),
  ).toBeVisible()
})

test('an editor like WordPress’s: of snippet A the link is left, of B the whole form', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/wordpress`)
  await expect(page.locator('#a').getByRole('link', { name: 'Register on the official site' })).toBeVisible()
  await expect(page.locator('#a [data-step]')).toHaveCount(0)
  await expect(page.locator('#b voter-registration')).toHaveAttribute('partner', 'demo')
  await register(page)
})

test('a tag manager that adds the script later hears of every event', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/tag-manager`)
  await expect(page.getByText('Register on the official site')).toBeVisible()
  await register(page)
  await expect(page.locator('#heard')).toHaveText('vr_ready vr_start vr_submit vr_result')
})

test('a sandboxed frame: the page that the BFF serves has its form in it', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/frame`)
  const frame = page.frameLocator('iframe')
  await frame.locator('[autocomplete~="given-name"]').fill('Ada')
  await frame.locator('form button[type=submit]').click()
  await expect(frame.locator('.vr-summary')).toBeVisible()
})

test('without JavaScript: the fallback content is there, and the page that the BFF serves has its form', async ({
  demo,
  page,
}) => {
  await page.goto(`${demo.url}on/no-scripts`)
  await expect(page.getByRole('link', { name: 'Register on the official site' })).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByLabel('First name')).toBeVisible()
})

test.describe('the builder', () => {
  test('writes the code for each kind of page, and shows the form as chosen', async ({ demo, page, request }) => {
    await page.goto(`${demo.url}builder.html`)
    const code = page.locator('[data-code=code]')
    const hashes = (await (await request.get(`${demo.url}element/integrity.json`)).json()) as Record<string, string>
    await expect(code).toContainText(`integrity="${hashes['voter-registration.js']}"`)
    await page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await page.getByLabel('Language', { exact: true }).selectOption('es')
    await page.getByLabel('Public name').fill('acme')
    await expect(code).toContainText('partner="acme" locale="es" theme="dark"')
    const form = page.locator('[data-step]')
    await expect(form).toHaveAttribute('data-theme', 'dark')
    await expect(form).toHaveAttribute('lang', 'es')
    await page.getByLabel('Facts').selectOption('yes')
    await expect(code).toContainText('voter-form-facts.js" integrity="sha384-')
    await form.getByRole('combobox', { name: 'Estado' }).selectOption('TN')
    await expect(form.locator('.vr-facts')).toBeVisible()
    for (const [kind, text] of [
      ['B.', '<div data-voter-registration'],
      ['C.', 'data-api-base='],
      ['D.', '/form?partner=acme&amp;locale=es'],
      ['E.', "appearance={{ theme: 'dark' }}"],
    ] as const) {
      await page.getByRole('radio', { name: kind }).check()
      await expect(code).toContainText(text)
    }
    await expect(page.locator('[data-code=policy]')).toHaveText('connect-src https://register.partner.example')
  })

  test('copies what it shows, by keyboard', async ({ browser, demo }) => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${demo.url}builder.html`)
    await page.getByRole('radio', { name: 'A.' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const copy = page.getByRole('button', { name: 'Copy: Snippet C' })
    await page.keyboard.press('Tab')
    await expect(copy).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await page.locator('[data-code=code]').innerText())
    await context.close()
  })

  test('makes the hosted page’s address, its frame and a QR code that a phone reads, by keyboard', async ({
    demo,
    page,
  }) => {
    await page.goto(`${demo.url}builder.html`)
    const { bff } = (await (await page.request.get(`${demo.url}config.json`)).json()) as { bff: string }
    await page.getByLabel('Your BFF').fill(new URL(bff, demo.url).href)
    const hosted = page.getByRole('region', { name: /QR code/ })
    await hosted.getByLabel('Language of the page').focus()
    await page.keyboard.type('Spanish')
    await hosted.getByLabel('Shared tablet').focus()
    await page.keyboard.type('90')
    const address = await hosted.locator('[data-code=address]').innerText()
    expect(new URL(address).search).toBe('?locale=es&kiosk=90')
    await expect(hosted.locator('[data-code=frame]')).toContainText('locale=es&amp;kiosk=90" loading="lazy"')
    const code = hosted.getByRole('img', { name: address })
    await expect.poll(() => readQrCode(code)).toBe(address)
    await hosted.screenshot({ path: test.info().outputPath('hosted.png') })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      hosted.getByRole('link', { name: 'Download the QR code' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('voter-registration-qr.svg')
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.locator('form')).toHaveAttribute('autocomplete', 'off')
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong, and nothing is cut off at 320 px: ${theme}`, async ({ context, demo, page }) => {
      const watched = watch(context)
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(`${demo.url}builder.html`)
      await formOn(page).agree.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(watched.errors).toEqual([])
    })
  }
})
