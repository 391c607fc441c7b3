/** The demo's pages of third-party sites, each with the headers of its kind of site. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { watch } from './watcher.ts'

/** Returns the form of a page that this test has opened. */
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

test('the list of sites links to each page, and the QA page to the list @main', async ({ demo, page }) => {
  await page.goto(demo.url)
  await page.getByRole('link', { name: 'Other sites' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The form on other sites')
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(7)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Plain HTML' }).click()
  await page.getByText('Practice data only').or(page.locator('[data-step=form]')).first().waitFor()
})

test('the strictest policy has no violation through a whole registration @main', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.goto(`${demo.url}on/strict`)
  await register(page)
  expect(watched.console.filter((line) => /policy|Trusted/i.test(line))).toEqual([])
})

test('an editor like WordPress’s keeps the link of snippet A and the form of B', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/wordpress`)
  await expect(page.locator('#a').getByRole('link', { name: 'go to the official site' })).toBeVisible()
  await expect(page.locator('#a [data-step]')).toHaveCount(0)
  await expect(page.locator('#b voter-registration')).toHaveAttribute('partner', 'demo')
  await register(page)
})

test('a sandboxed frame contains the form of the BFF’s own page', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/frame`)
  const frame = page.frameLocator('iframe')
  await frame.locator('[autocomplete~="given-name"]').fill('Ada')
  await frame.locator('form button[type=submit]:not([aria-hidden], [name=_language])').click()
  await expect(frame.locator('.vr-summary')).toBeVisible()
})

test('a page without JavaScript shows the fallback and the form of the BFF’s own page', async ({ demo, page }) => {
  await page.goto(`${demo.url}on/no-scripts`)
  await expect(page.getByRole('link', { name: 'go to the official site' })).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByLabel('First name')).toBeVisible()
})
