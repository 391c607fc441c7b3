/** The documentation's site: pages, search, keyboard, narrow screens, and the plain text version. `npm run docs` builds it. */
import type { Page } from '@playwright/test'
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

/** Opens the search with the keyboard and types a query. */
async function search(page: Page, query: string) {
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox')
  await box.fill(query)
  return page.getByRole('option')
}

test('a reader finds a section by search, with the keyboard alone, and goes back', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.goto(`${demo.url}docs/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Documentation/)
  // Without an icon the browser asks for /favicon.ico, which is missing; Playwright does not report that request.
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', 'data:,')
  const found = await search(page, 'kiosk mode')
  await expect(found.first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/[a-z-]+#kiosk-mode$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Documentation/)
  expect(watched.errors).toEqual([])
})

/** What people type, and the page that has to be among the first three results. */
const searches = {
  CSP: '/questions#what-must-our-content-security-policy-csp-allow',
  GDPR: '/questions#is-it-gdpr-and-ccpa-compliant',
  CCPA: '/questions#is-it-gdpr-and-ccpa-compliant',
  cookies: '/questions#which-cookies-does-it-set-do-we-need-a-cookie-banner',
  'change the button colour': '/questions#can-we-change-the-colour-of-the-button-the-font-the-corners',
  'dark mode': '/theming',
  'Spanish default': '/questions#can-the-form-be-in-spanish-by-default',
  'test key': '/questions#can-we-try-it-without-a-key',
  'test without key': '/questions#can-we-try-it-without-a-key',
  spam: '/questions#how-is-it-protected-against-spam-and-robots-is-there-a-captcha',
  'who are the voters': '/questions#who-are-the-voters-do-we-get-their-names-and-e-mail-addresses',
  'how many registered': '/questions#how-many-voters-have-registered-with-our-form',
  'custom field': '/questions#can-we-add-our-own-question-or-a-hidden-field',
  'hide field': '/questions#can-we-hide-a-field-such-as-the-title-or-the-phone-number',
  'success redirect': '/questions#can-voters-go-to-our-thank-you-page-afterwards-success-redirect',
  'without node': '/questions#can-we-use-it-without-node-or-without-a-server-of-our-own',
  cost: '/questions#what-does-it-cost-and-who-supports-it',
  'get an API key': '/questions#how-do-we-get-an-api-key',
  'which browsers': '/questions#which-browsers-and-phones-does-it-support',
  'replace old embed': '/questions#how-do-we-replace-our-old-embed',
  'how to update': '/questions#how-do-we-update-it',
  'several sites': '/questions#can-several-forms-sites-or-partners-share-one-server',
  'our logo': '/questions#can-our-logo-be-on-the-hosted-page',
  'prefill zip': '/questions#can-we-fill-in-prefill-the-zip-code-or-the-state',
  'google analytics': '/questions#does-it-work-with-google-analytics-ga4-meta-matomo-plausible-segment',
  VPAT: '/questions#is-it-accessible-a11y-is-there-a-vpat-or-acr',
  'service is down': '/questions#what-happens-when-the-service-is-down',
  'in an iframe': '/questions#does-it-work-in-an-iframe',
  iframe: '/hosted-page',
  wordpres: '/wordpress',
  nextjs: '/bff#nextjs',
  tailwind: '/theming#tailwind-bootstrap-and-other-resets',
  bootstrap: '/theming#tailwind-bootstrap-and-other-resets',
  a11y: '/questions#is-it-accessible-a11y-is-there-a-vpat-or-acr',
  mobile: '/questions#which-browsers-and-phones-does-it-support',
  price: '/questions#what-does-it-cost-and-who-supports-it',
  pricing: '/questions#what-does-it-cost-and-who-supports-it',
  encryption: '/questions#is-it-gdpr-and-ccpa-compliant',
  turnstile: '/questions#how-is-it-protected-against-spam-and-robots-is-there-a-captcha',
  kubernetes: '/deployment#containers',
  serverless: '/questions#can-we-use-it-without-node-or-without-a-server-of-our-own',
  GA4: '/attribution#google-analytics-4-ga4',
  'form not showing': '/troubleshooting',
  'does not load': '/troubleshooting',
}

test('a partner finds what they ask in their own words, among the first three', async ({ demo, page }) => {
  await page.goto(`${demo.url}docs/`)
  const found = await search(page, '')
  for (const [query, wanted] of Object.entries(searches)) {
    await page.getByRole('searchbox').fill(query)
    const first = page.locator('[role=option]:nth-of-type(-n+3) a')
    await expect(first.and(page.locator(`[href^="/docs${wanted}"]`)).first(), query).toBeVisible()
  }
  await page.getByRole('searchbox').fill('zyzzyva')
  await expect(found).toHaveCount(0)
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
      expect(await accessibilityProblems(page)).toEqual([])
      await page.setViewportSize({ width: 1500, height: 1000 })
      // Not in the search box, which is the generator's own: its list has links in options.
      expect(await accessibilityProblems(page)).toEqual([])
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
