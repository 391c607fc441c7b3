/** A voter returns to the answer: the form itself restores it, where the page is not in the back/forward cache. Playwright starts
 *  Chromium without that cache, so that every way back loads the page again. */
import type { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { goBack, goForward } from './session-history.ts'
import { expect, test } from './test.ts'

async function answered(form: FormPage): Promise<string> {
  await form.expectStep('answer')
  // Its facts and its time left appear a moment later, and the time counts down.
  return form.root.getByText('If you ask for help, mention:').innerText()
}

test('back, forward, back, reload: the answer and all input are there, and nothing is sent twice @engines', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  const voter = aVoter({ email: 'returning@example.org' })
  await form.open()
  await form.register(voter)
  const reference = await answered(form)
  const hrefs = await form.ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const address = page.url()

  await form.ways.first().click()
  await page.waitForURL((url) => url.href !== address)
  const destination = page.url()
  await goBack(page)
  expect(await answered(form)).toBe(reference)
  expect(page.url()).toBe(address)
  await goForward(page)
  await page.waitForURL(destination)
  await goBack(page)
  expect(await answered(form)).toBe(reference)
  await page.reload()
  expect(await answered(form)).toBe(reference)
  await expect(form.root.getByRole('heading').first()).toBeFocused()
  expect(await form.ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))).toEqual(hrefs)

  await form.root.getByRole('button', { name: 'Correct something and send again' }).click()
  await form.expectStep('form')
  for (const name of ['first_name', 'last_name', 'address1', 'city', 'email', 'zipcode'] as const) {
    await expect(form.field(name)).toHaveValue(voter[name] ?? '')
  }
  await expect(form.agree).toBeChecked()
  const { registrations, events, tracking_failures } = await stack.received()
  expect([registrations.length, events.length, tracking_failures]).toEqual([1, 1, []])
})

test('a new start leaves nothing to return to', async ({ form, page }) => {
  await form.open()
  await form.register(aVoter())
  await answered(form)
  await form.root.getByRole('button', { name: 'Clear this page and start over' }).click()
  await form.expectStep('form')
  await page.reload()
  await form.agree.waitFor()
  await form.expectStep('form')
  await expect(form.field('first_name')).toHaveValue('')
})

for (const [what, status] of [
  ['the answer is not kept any more', 404],
  ['the BFF is away', 503],
] as const) {
  test(`a returning voter sees the form when ${what}`, async ({ form, page, stack }) => {
    await form.open()
    await form.register(aVoter())
    await answered(form)
    const headers = { 'Access-Control-Allow-Origin': '*' }
    await page.route(`${stack.bff}/answers`, (route) => route.fulfill({ status, json: {}, headers }))
    const asked = page.waitForResponse(`${stack.bff}/answers`)
    await page.reload()
    await asked
    await form.agree.waitFor()
    await form.expectStep('form')
  })
}
