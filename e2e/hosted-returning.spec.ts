/** A voter returns to the answer of the hosted page. */
import type { Page } from '@playwright/test'
import { FormPage } from './form-page.ts'
import { test } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { expect } from './test.ts'

const voter = aVoter({ email: 'returning@example.org' })

/** Presses the answer's button, returns in every possible way, and corrects what was typed. */
async function comeAndGo(page: Page, form: FormPage, press: () => Promise<void>): Promise<void> {
  await form.expectStep('answer')
  const said = form.root.getByText('If you ask for help, mention:')
  const reference = await said.innerText()
  const address = page.url()
  await press()
  await page.waitForURL(/\/state-site\/MA$/)
  await page.goBack()
  await form.expectStep('answer')
  await expect(said).toHaveText(reference)
  await page.goForward()
  await page.waitForURL(/\/state-site\/MA$/)
  await page.goBack()
  await page.reload()
  await form.expectStep('answer')
  await expect(said).toHaveText(reference)
  expect(page.url()).toBe(address)
  await form.root.getByRole('button', { name: 'Correct something and send again' }).click()
  await form.expectStep('form')
  for (const name of ['first_name', 'last_name', 'address1', 'city', 'email', 'zipcode'] as const) {
    await expect(form.field(name)).toHaveValue(voter[name] ?? '')
  }
  await expect(form.agree).toBeChecked()
}

test('with scripts: back, forward, reload; the answer is whole, and nothing is sent twice @engines', async ({
  page,
  stack,
}) => {
  const form = new FormPage(page, stack)
  await page.goto(`${stack.bff}/form`)
  await page.locator('[data-alive]').waitFor()
  await form.register(voter)
  await form.expectStep('answer')
  await comeAndGo(page, form, () => form.ways.first().click())
  expect((await stack.received()).registrations).toHaveLength(1)
})
