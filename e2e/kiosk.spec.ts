/** A shared device, with the React component and the script file: no voter sees what an earlier one typed. */
import { noKeptPagesInFirefox, notDriven } from './engines/engine.ts'
import { FormPage } from './form-page.ts'
import { test } from './ordinary-browser.ts'
import { expect } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('kiosk mode warns, can be extended, then clears all input @engines', async ({ page, form }) => {
  await page.clock.install()
  await form.open({ props: { kiosk: { idleSeconds: 60 } } })
  await form.fill(aVoter({ first_name: 'Lastvoter' }))
  await page.clock.runFor(45_000)
  const warning = page.getByRole('alertdialog')
  await expect(warning).toBeVisible()
  expect(await warning.evaluate((box) => getComputedStyle(box).position)).toBe('sticky')
  await warning.getByRole('button', { name: 'I’m still here' }).click()
  await expect(warning).toBeHidden()
  await page.clock.runFor(45_000)
  await expect(warning).toBeVisible()
  // By keyboard, too: neither Tab nor a held Space key hides the warning.
  await page.keyboard.press('Tab')
  await expect(warning.getByRole('button', { name: 'Clear it now' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.down('Space')
  await page.clock.runFor(1_000)
  await page.keyboard.up('Space')
  await expect(warning).toBeHidden()
  await expect(form.field('first_name')).toHaveValue('Lastvoter')
  await page.clock.runFor(65_000)
  await expect(form.field('first_name')).toHaveValue('')
  await expect(form.agree).not.toBeChecked()
  expect(new Set(Object.values(await form.values()))).toEqual(new Set(['']))
})

for (const step of ['form', 'answer'] as const) {
  test(`Back to the ${step} of the last voter shows an empty form, with a back/forward cache @engines`, async ({
    browserName,
    ordinary,
    stack,
    partner,
    door,
  }) => {
    if (browserName === 'firefox') notDriven(noKeptPagesInFirefox)
    const context = await ordinary.newContext()
    const page = await context.newPage()
    const form = new FormPage(page, stack, page.locator('[data-step]'), door)
    await form.open({ props: { kiosk: true } })
    await form.fill(aVoter({ first_name: 'Lastvoter' }))
    if (step === 'answer') await form.send.click()
    await form.expectStep(step)
    await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
    await page.goBack({ waitUntil: 'commit' })
    await form.expectStep('form')
    await expect(form.agree).not.toBeChecked()
    await expect.poll(async () => new Set(Object.values(await form.values()))).toEqual(new Set(['']))
    expect(await page.content()).not.toContain('Lastvoter')
    await context.close()
  })
}
