/** The documentation in the demo: pages, search, keyboard, narrow screens, and the plain text version. */
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('a reader finds a page by search, with the keyboard alone, and goes back', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.goto(`${demo.url}docs`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('kiosk')
  await expect(page.getByRole('status').first()).toContainText('sections')
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'The script tag: Kiosk mode' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/script-tag#kiosk-mode$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The script tag')
  await expect(page.getByRole('heading', { name: 'Kiosk mode' })).toBeFocused()
  await expect(page).toHaveTitle(/The script tag/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  expect(watched.errors).toEqual([])
})

test('every page of the navigation shows itself with one h1, also by its address', async ({ demo, page }) => {
  await page.setViewportSize({ width: 1300, height: 1000 })
  await page.goto(`${demo.url}docs`)
  const contents = page.getByRole('navigation', { name: 'Documentation' })
  await contents.getByRole('link').first().waitFor()
  const links = await contents.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(20)
  for (const link of links) {
    await contents.locator(`a[href="${link}"]`).click()
    await expect(contents.locator('[aria-current="page"]')).toHaveAttribute('href', link)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('h1')).not.toHaveText('Page not found')
  }
  await page.goto(`${demo.url}docs/decisions/0002-two-packages`)
  await expect(page.locator('h1')).toHaveText('2. Two packages from one tree')
  await page.goto(`${demo.url}docs/nothing-of-the-kind`)
  await expect(page.locator('h1')).toHaveText('Page not found')
})

test('the form beside the pages works', async ({ demo, page }) => {
  await page.goto(`${demo.url}docs/react`)
  const form = page.locator('[data-step]')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  for (const path of ['docs', 'docs/bff-configuration', 'docs/rules']) {
    test(`axe finds nothing wrong on /${path}, ${theme}, and nothing scrolls sideways at 320 px`, async ({
      context,
      demo,
      page,
    }) => {
      const watched = watch(context)
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(demo.url + path)
      await page.locator('[data-step]').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.setViewportSize({ width: 1500, height: 1000 })
      await page.getByRole('searchbox').fill('token')
      await page.getByRole('status').first().waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(watched.errors).toEqual([])
    })
  }
}

test('programs read the same pages as text', async ({ demo, request }) => {
  const list = await (await request.get(`${demo.url}llms.txt`)).text()
  expect(list).toMatch(/^# voter-registration\n\n> /)
  const [, link = ''] = /\]\((\/docs\/react\.md)\)/.exec(list) ?? []
  const page = await request.get(new URL(link, demo.url).href)
  expect(page.headers()['content-type']).toContain('text/markdown')
  expect(await page.text()).toMatch(/^# React/)
  const everything = await (await request.get(`${demo.url}llms-full.txt`)).text()
  for (const part of ['npm install voter-registration', 'TRUST_PROXY_HOPS', '# Rules'])
    expect(everything).toContain(part)
})
