/** The facts of the chosen state on the hosted page where no script runs: folded, and on paper. */
import { findAccessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'
import { withFacts, withoutFacts } from './with-facts.ts'

test.use({ viewport: { width: 390, height: 844 } })
// Axe needs scripts: only the page's own are blocked.
test.beforeEach(({ page }) => page.route('**/form/*.js', (route) => route.abort()))
test.afterAll(({ stack }) => withoutFacts(stack))

/** Lets the BFF have the facts already: it waits for them only for a moment. */
async function withKnownFacts(stack: Stack): Promise<void> {
  await withFacts(stack)
  await expect(async () => expect((await fetch(`${stack.bff}/states/MA`)).ok).toBe(true)).toPass()
}

test('the page after the state has its facts without scripts, expanded in print', async ({ page, stack }) => {
  await withKnownFacts(stack)
  await page.goto(`${stack.bff}/form?layout=steps`)
  const form = new FormPage(page, stack)
  const facts = page.locator('#facts')
  await expect(facts).toHaveCount(0)
  await form.field('state').selectOption('MA')
  await form.field('zipcode').fill('02108')
  await form.root.locator('form button.vr-button-primary').click()
  const line = facts.locator('summary').first()
  await expect(line).toHaveText('Dates and rules for Massachusetts are ready. Show them')
  await expect(facts.getByText('Deadline online')).toBeHidden()
  await line.click()
  for (const label of ['Deadline online', 'What you need to register online', 'Already registered?']) {
    await expect(facts.getByText(label, { exact: true })).toBeVisible()
  }
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findAccessibilityProblems(page)).toEqual([])

  await line.click()
  await page.emulateMedia({ media: 'print' })
  for (const label of ['Deadline online', 'Phone of the election office']) {
    await expect(facts.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(form.root.locator('form')).toBeHidden()
})
