/** A shared device restores no answer, whether the page comes from the back/forward cache or is loaded again. */
import { FormPage } from './form-page.ts'
import { expect, test } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { goBack } from './session-history.ts'

test('in kiosk mode the way back and a reload show an empty form, and the history has nothing of the voter @engines', async ({
  page,
  partner,
  stack,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(partner.put('kiosk', { body: partner.script + partner.tag('kiosk') }))
  const form = new FormPage(page, stack)
  await form.register(aVoter({ first_name: 'Lastvoter' }))
  await form.expectStep('answer')
  expect(await page.evaluate(() => history.state)).toBeNull()
  await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
  await goBack(page)
  await form.agree.waitFor()
  await form.expectStep('form')
  await expect(form.field('first_name')).toHaveValue('')
  await page.reload()
  await form.agree.waitFor()
  await expect(form.field('first_name')).toHaveValue('')
  expect(asked).not.toContain('/answers')
})

test('what the page keeps in its own history entry stays, and two forms keep their answers apart @engines', async ({
  page,
  partner,
  stack,
}) => {
  await page.goto(partner.put('two', { body: partner.script + partner.tag() + partner.tag() }))
  await page.evaluate(() => history.replaceState({ own: [1, { two: 3 }] }, ''))
  const first = new FormPage(page, stack, page.locator('voter-registration').nth(0).locator('[data-step]'))
  const second = new FormPage(page, stack, page.locator('voter-registration').nth(1).locator('[data-step]'))
  await second.register(aVoter())
  await second.expectStep('answer')
  expect(await page.evaluate(() => history.state)).toMatchObject({ own: [1, { two: 3 }] })
  await page.reload()
  await second.expectStep('answer')
  await first.expectStep('form')
  await second.root.getByRole('button', { name: 'Clear this page and start over' }).click()
  await second.expectStep('form')
  expect(await page.evaluate(() => history.state)).toEqual({ own: [1, { two: 3 }], voterRegistration: {} })
})
