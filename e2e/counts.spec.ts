/** The page of counts is readable by everybody: axe finds nothing, in light and dark, at 320 pixels, with a full table and an empty one. */
import { pageOfCounts } from '../src/server/testing/page-of-counts.ts'
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './test.ts'

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page of counts has no problem that axe finds (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 700 })
    for (const count of [0, 40]) {
      await page.setContent(await pageOfCounts(count))
      await expect(page.getByRole('heading', { name: 'Registrations by week and source' })).toBeVisible()
      await expect(page.getByRole('row')).toHaveCount(count === 0 ? 13 : 25)
      expect(await accessibilityProblems(page)).toEqual([])
    }
  })
