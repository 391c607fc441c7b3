/** The documentation's site: pages, search, keyboard, narrow screens, and the plain text version. `npm run docs` builds it. */
import { findAccessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('a reader finds a section by search, with the keyboard alone, and returns', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.goto(`${demo.url}docs/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Documentation/)
  // Without an icon the browser asks for /favicon.ico, which is missing; Playwright does not report that request.
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', 'data:,')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('kiosk mode')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/[a-z-]+#kiosk-mode$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Documentation/)
  expect(watched.errors).toEqual([])
})

test('every page of the navigation shows itself with one h1, also by its address', async ({ demo, page }) => {
  await page.setViewportSize({ width: 1300, height: 1000 })
  await page.goto(`${demo.url}docs/`)
  const contents = page.getByRole('navigation', { name: 'Sidebar Navigation' })
  await contents.getByRole('link').first().waitFor()
  const links = await contents.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(20)
  for (const link of links) {
    await contents.locator(`a[href="${link}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${link}$`))
    await expect(page.locator('h1')).toHaveCount(1)
  }
  await page.goto(`${demo.url}docs/decisions`)
  await expect(page.locator('h1')).toHaveText(/^Decisions/)
  await page.goto(`${demo.url}docs/nothing-of-the-kind`)
  await expect(page.locator('h1')).toHaveText('PAGE NOT FOUND')
})

for (const theme of ['light', 'dark'] as const) {
  for (const path of ['', 'bff-configuration', 'evidence/rules']) {
    test(`axe finds nothing wrong on /docs/${path}, ${theme}, and nothing scrolls sideways at 320 px`, async ({
      context,
      demo,
      page,
    }) => {
      const watched = watch(context)
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(`${demo.url}docs/${path}`)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.setViewportSize({ width: 1500, height: 1000 })
      // Not in the search box, which is the generator's own: its list has links in options.
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(watched.errors).toEqual([])
    })
  }
}

test('programs read the same pages as text, and find each in a sitemap', async ({ demo, request }) => {
  const list = await (await request.get(`${demo.url}docs/llms.txt`)).text()
  expect(list).toMatch(/^# voter-registration\n\n> /)
  const [, link = ''] = /\]\((\/docs\/react\.md)\)/.exec(list) ?? []
  const page = await request.get(new URL(link, demo.url).href)
  expect(page.headers()['content-type']).toContain('text/markdown')
  expect(await page.text()).toMatch(/^# React/m)
  const everything = await (await request.get(`${demo.url}docs/llms-full.txt`)).text()
  for (const part of ['npm install voter-registration', 'TRUST_PROXY_HOPS', '# Rules'])
    expect(everything).toContain(part)
  const map = await (await request.get(`${demo.url}docs/sitemap.xml`)).text()
  expect(map).toContain('<loc>http://localhost:4173/docs/react</loc>')
})
