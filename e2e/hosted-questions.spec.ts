/** What the hosted page asks a voter in steps: whether they go on although they are too young, and what address they meant. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { test } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { expect } from './test.ts'
import { setUpFacts, withFacts } from './with-facts.ts'

setUpFacts()

const slip = 'ada@gmial.com'

/** Opens the page in steps, and fills in each step before the one that is named. */
async function openAt(page: Page, bff: string, step: 'name' | 'contact'): Promise<FormPage> {
  await page.goto(`${bff}/form?layout=steps`)
  const form = new FormPage(page, { bff, site: bff })
  const goOn = () => form.root.locator('form button.vr-button-primary').click()
  const { state, zipcode, first_name, last_name, birth, address1, city } = aVoter()
  await form.field('state').selectOption(state)
  await form.field('zipcode').fill(zipcode)
  await goOn()
  await expect(form.root).toHaveAttribute('data-form-step', 'name')
  await form.field('first_name').fill(first_name)
  await form.field('last_name').fill(last_name)
  await form.field('month').selectOption({ index: birth.month })
  await form.field('day').fill(String(birth.day))
  if (step === 'name') return form
  await form.field('year').fill(String(birth.year))
  await goOn()
  await expect(form.root).toHaveAttribute('data-form-step', 'address')
  await form.field('address1').fill(address1)
  await form.field('city').fill(city)
  await goOn()
  await expect(form.root).toHaveAttribute('data-form-step', 'contact')
  return form
}

test('a tap on "Next" is not lost to the question about the email address', async ({ browser, stack }) => {
  await withFacts(stack)
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const form = await openAt(page, stack.bff, 'contact')
  await form.field('email').tap()
  await form.field('email').pressSequentially(slip)
  await form.root.getByRole('button', { name: 'Next' }).tap()
  await expect(form.root).toHaveAttribute('data-form-step', 'review')
  const review = form.root.locator('.vr-review')
  await expect(review).toContainText('Did you mean ada@gmail.com?')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await review.getByRole('button', { name: 'Yes, change it' }).tap()
  await expect(review.getByRole('definition').filter({ hasText: 'ada@' })).toHaveText('ada@gmail.com')
  await expect(review).not.toContainText('Did you mean')
  const change = review.getByRole('button', { name: 'Change Contact' })
  await expect(change).toBeFocused()
  await change.tap()
  await expect(form.field('email')).toHaveValue('ada@gmail.com')
  await expect(form.root.locator('.vr-email-question')).toHaveCount(0)
  await context.close()
})
