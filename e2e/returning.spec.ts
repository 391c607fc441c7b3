/** A voter returns to the answer: the form itself restores it, where the page is not in the back/forward cache. Playwright starts
 *  Chromium without that cache, so that every way back loads the page again. */
import { accessibilityProblems } from './axe.ts'
import type { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { goBack, goForward } from './session-history.ts'
import { expect, test } from './test.ts'
import { openAnswerWithFacts, setUpFacts } from './with-facts.ts'

async function answered(form: FormPage): Promise<string> {
  await form.expectStep('answer')
  // Its facts and its time left appear a moment later, and the time counts down.
  return form.root.getByText('If you ask for help, mention:').innerText()
}

test('back, forward, back, reload: the answer is there, everything typed too, and nothing is sent twice @engines', {
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

test('after a new start there is nothing to come back to', async ({ form, page }) => {
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
  test(`a voter who comes back when ${what} meets the form`, async ({ form, page, stack }) => {
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

test.describe('with facts', () => {
  setUpFacts()

  test('who comes back is asked whether they finished, by keyboard and on a narrow phone, and nothing is sent for it', {
    tag: '@door',
  }, async ({ form, page, stack }) => {
    await openAnswerWithFacts(stack, form)
    const question = form.root.getByRole('group', { name: 'Did you finish?' })
    await form.root.getByRole('button', { name: 'Print' }).waitFor()
    await expect(question).toBeHidden()
    const address = page.url()
    await form.ways.first().click()
    await page.waitForURL((url) => url.href !== address)
    await goBack(page)

    await expect(question).toBeVisible()
    await expect(form.root.getByRole('heading').first()).toBeFocused()
    await expect(form.root.getByRole('status').filter({ hasText: 'Did you finish?' })).toHaveCount(1)
    const { y } = (await question.boundingBox()) ?? { y: Number.NaN }
    expect(y).toBeLessThan((await form.ways.first().boundingBox())?.y ?? Number.NaN)
    expect(await accessibilityProblems(page)).toEqual([])

    // Requests from here on; the press was already reported.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const stored = () =>
      page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
      )
    const before = await stored()
    await question.getByRole('button', { name: 'Not yet' }).press('Enter')
    await expect(form.ways.first()).toBeFocused()
    await question.getByRole('button', { name: 'Yes' }).press('Enter')
    await expect(form.root.getByText('Only your election office can confirm')).toBeVisible()
    await expect(form.root.getByRole('link', { name: /Check your registration/ }).first()).toHaveAttribute(
      'href',
      /\/state-site\/AK\//,
    )
    await question.getByRole('button', { name: 'I had trouble' }).press('Enter')
    await expect(form.root.getByText('Your election office can help.')).toBeVisible()
    await expect(form.root.locator('[data-fact="sos_election_website"]')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityProblems(page)).toEqual([])
    expect([asked, await stored()]).toEqual([[], before])

    await form.root.getByRole('button', { name: 'Correct something and send again' }).first().click()
    await form.expectStep('form')
    await expect(form.field('zipcode')).toHaveValue('99501')
  })
})
