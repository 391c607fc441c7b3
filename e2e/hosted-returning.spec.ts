/** A voter returns to the answer of the hosted page, with scripts and without. */
import type { Page } from '@playwright/test'
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { FormPage } from './form-page.ts'
import { test } from './partner-pages.ts'
import { aVoter, canaryVoter } from './people.ts'
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

test('without scripts: back, forward, reload, the address in another tab; then it is gone @engines', async ({
  pageWithoutScripts,
  stack,
}) => {
  const page = await pageWithoutScripts({ viewport: { width: 390, height: 844 } })
  const form = new FormPage(page, stack)
  await page.goto(`${stack.bff}/form`)
  await form.register(voter)
  await form.expectStep('answer')
  // A restored tab requests its URL again.
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await new FormPage(tab, stack).expectStep('answer')
  await tab.close()
  await comeAndGo(page, form, () => page.getByRole('button', { name: 'Register online' }).click())
  expect((await stack.received()).registrations).toHaveLength(1)

  await page.goto(`${stack.bff}/form?answer=AAAA`)
  await expect(page.getByRole('heading')).toHaveText('This answer is no longer here')
  await page.getByRole('link', { name: 'Fill in the form again' }).click()
  await form.expectStep('form')
})

test('without scripts: the address of an answer has nothing personal in it', async ({ pageWithoutScripts, stack }) => {
  const page = await pageWithoutScripts({ viewport: { width: 390, height: 844 } })
  const form = new FormPage(page, stack)
  await page.goto(`${stack.bff}/form?utm_source=letter`)
  const before = stack.output().length
  await form.register(canaryVoter())
  await form.expectStep('answer')
  const address = new URL(page.url())
  const sealed = Buffer.from(address.searchParams.get('answer') ?? '', 'base64url').toString('latin1')
  expect(canariesIn(`${address.href} ${sealed}`)).toEqual([])
  expect(address.href.length).toBeLessThan(500)
  expect(stack.output().slice(before)).not.toContain(address.searchParams.get('answer'))
})

test('without scripts: the address in another browser has the message and buttons, and nothing typed @engines', async ({
  pageWithoutScripts,
  stack,
}) => {
  const page = await pageWithoutScripts({ viewport: { width: 390, height: 844 } })
  const form = new FormPage(page, stack)
  await page.goto(`${stack.bff}/form`)
  await form.register(canaryVoter())
  await form.expectStep('answer')
  const elsewhere = await pageWithoutScripts({})
  await elsewhere.goto(page.url())
  await new FormPage(elsewhere, stack).expectStep('answer')
  await expect(elsewhere.getByRole('button', { name: 'Register online' })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Correct something and send again' })).toHaveCount(0)
  expect(canariesIn(await elsewhere.content())).toEqual([])
  await elsewhere.getByRole('button', { name: 'Register online' }).click()
  await elsewhere.waitForURL(/\/state-site\/MA/)
})
