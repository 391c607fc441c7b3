/** The hosted page on a shared device: with scripts and without. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { noScriptsInFirefox, notDriven } from './engines/engine.ts'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test } from './ordinary-browser.ts'
import { expect } from './partner-pages.ts'
import { aVoter } from './people.ts'
import type { Stack } from './stack.ts'

const address = (stack: Stack, query: string) => `${stack.bff}/form${query}`

async function expectEmpty(page: Page, form: FormPage): Promise<void> {
  await form.expectStep('form')
  await expect(form.root.locator('input:checked')).toHaveCount(0)
  await expect.poll(async () => new Set(Object.values(await form.values()))).toEqual(new Set(['']))
  expect(await page.content()).not.toContain('Lastvoter')
}

test('with scripts: a kiosk warns, waits, then clears everything @engines', async ({ page, stack, violations }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 320, height: 700 })
  const form = new FormPage(page, stack)
  await page.goto(`${address(stack, '?kiosk=60&layout=steps')}#vr.city=Salem`)
  await page.locator('#form[data-alive]').waitFor()
  await form.field('state').selectOption('MA')
  await page.clock.runFor(45_000)
  const warning = page.getByRole('alertdialog')
  await expect(warning).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320)
  await warning.getByRole('button', { name: 'I’m still here' }).click()
  await expect(form.field('state')).toHaveValue('MA')
  await page.clock.runFor(65_000)
  await expectEmpty(page, form)
  expect(await violations()).toEqual([])
})

test('with scripts: input from before they loaded is cleared, too', async ({ page, stack }) => {
  const release = await holdRequests(page, '**/form/*.js')
  await page.clock.install()
  const form = new FormPage(page, stack)
  await page.goto(address(stack, '?kiosk'), { waitUntil: 'commit' })
  await form.field('first_name').fill('Lastvoter')
  release()
  await page.locator('#form[data-alive]').waitFor()
  await page.clock.runFor(95_000)
  await expectEmpty(page, form)
})

for (const step of ['form', 'answer'] as const) {
  test(`with scripts: Back to the ${step} shows an empty form @engines`, async ({ ordinary, stack, partner }) => {
    const context = await ordinary.newContext()
    const page = await context.newPage()
    const form = new FormPage(page, stack)
    await page.goto(address(stack, '?kiosk'))
    await page.locator('#form[data-alive]').waitFor()
    await form.fill(aVoter({ first_name: 'Lastvoter' }))
    if (step === 'answer') await form.send.click()
    await form.expectStep(step)
    await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
    await page.goBack({ waitUntil: 'commit' })
    await expectEmpty(page, form)
    await context.close()
  })
}

test('without scripts: the answer returns to an empty form @engines', async ({ browserName, ordinary, stack }) => {
  if (browserName === 'firefox') notDriven(noScriptsInFirefox)
  const context = await ordinary.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  const page = await context.newPage()
  const form = new FormPage(page, stack)
  await page.goto(address(stack, '?kiosk=30'))
  await form.fill(aVoter({ first_name: 'Lastvoter' }))
  await form.send.click()
  await form.expectStep('answer')
  await expect(page.getByText('will be cleared in 30 seconds')).toBeVisible()
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320)
  // The page navigates by itself.
  await page.waitForURL(/kiosk=30/)
  await expectEmpty(page, form)
  await context.close()
})

test('without scripts: Back shows nothing of the last voter @engines', async ({ browserName, ordinary, stack }) => {
  if (browserName === 'firefox') notDriven(noScriptsInFirefox)
  // WebKit honors `no-store` here only for pages over TLS, which the tests do not use.
  const context = await ordinary.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const form = new FormPage(page, stack)
  await page.goto(address(stack, '?kiosk=30'))
  await form.fill(aVoter({ first_name: 'Lastvoter' }))
  await form.send.click()
  await form.expectStep('answer')
  await page.getByRole('link', { name: 'Clear it now' }).click()
  await expectEmpty(page, form)
  // Back to the answer prompts to resubmit the form; back to the form shows it empty.
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
  await expect(page.locator('[data-step]')).toHaveCount(0)
  await page.goBack({ waitUntil: 'commit' })
  await expectEmpty(page, form)
  await context.close()
})
