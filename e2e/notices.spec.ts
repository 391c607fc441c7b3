/** An operator's notices on a narrow screen, and from right to left. */
import { findAccessibilityProblems } from './axe.ts'
import { expect, test } from './test.ts'

const long = 'The office is closed. **Call** https://averylongnameofanoffice.example/without/any/space/in/it.'
const notices = [
  { text: { en: long, ar: 'المكتب مغلق يوم الاثنين.' } },
  { text: { en: 'A court extended the deadline.' }, states: ['AZ'] },
]

test('notices fit 320 px, pass axe, and have the direction of their own language', async ({ form, page, stack }) => {
  await page.route(`${stack.bff}/settings*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), notices } })
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await form.open()
  await form.field('state').selectOption('AZ')
  await expect(form.root.getByRole('note')).toHaveCount(2)
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await form.open({ props: { locale: 'ar' } })
  await form.field('state').selectOption('AZ')
  await expect(form.root.getByText('المكتب مغلق يوم الاثنين.')).toHaveCSS('direction', 'rtl')
  const english = form.root.getByText('A court extended the deadline.')
  await expect(english).toHaveAttribute('lang', 'en')
  await expect(english).toHaveCSS('direction', 'ltr')
})
