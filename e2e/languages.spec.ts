/** Fetched languages: right to left, with the approved wording next to its translation, partial, and missing. With React and
 *  with the script file. */
import { findAccessibilityProblems } from './axe.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

test('an Arabic form runs from right to left, fits 320 px, and axe finds nothing wrong', async ({ form, page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await form.open({ props: { locale: 'ar' } })
  await expect(form.root).toHaveAttribute('lang', 'ar')
  await expect(form.root.getByRole('heading', { name: 'التسجيل للتصويت' })).toBeVisible()
  await form.send.click()
  await form.summary.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await findAccessibilityProblems(page)).toEqual([])
  const label = form.root.locator('label', { hasText: 'المدينة' })
  const [box, whole] = [await label.locator('span').first().boundingBox(), await form.root.boundingBox()]
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) / 2)
  // The approved text is English, and remains the text that the voter agrees to.
  const agree = form.root.locator('label[for$=agree]')
  await expect(agree).toHaveAttribute('lang', 'en')
  expect(await agree.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  await expect(form.root.locator('.vr-translation')).toContainText('STOP')
  await form.register(aVoter())
  await form.expectStep('answer')
  const text = form.root.locator('.vr-markdown')
  expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('the collapsed text has its triangle on the page that the BFF serves', async ({ page, stack, door }) => {
  // The page is the same in each door.
  test.skip(door !== 'script')
  await page.goto(`${stack.bff}/form?locale=km`)
  const summary = page.locator('.vr-translation > summary')
  await expect(summary).toHaveCSS('list-style-type', 'disclosure-closed')
  await expect(summary).toHaveCSS('display', 'list-item')
})
