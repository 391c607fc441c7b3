/** A voter returns from the state's site: "Did you finish?", with the next step for each answer, and the instructions to save.
 *  Nothing is sent or stored for it. */
import { accessibilityProblems } from './axe.ts'
import { goBack } from './session-history.ts'
import { expect, test } from './test.ts'
import { openAnswerWithFacts, setUpFacts } from './with-facts.ts'

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
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]))
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
