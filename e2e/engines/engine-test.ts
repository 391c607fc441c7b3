/** Playwright's `test`, in the engine that `E2E_ENGINE` names. */
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { WebKitBrowser } from './webkitgtk/browser.ts'

const webkitgtk = base.extend<{ context: BrowserContext; page: Page }, { browser: Browser }>({
  browser: [
    // oxlint-disable-next-line no-unused-vars -- Playwright reads the fixtures' names here, and there must be a pattern.
    async ({ playwright: _ }, use) => {
      const browser = new WebKitBrowser()
      await use(browser.asPlaywright() as unknown as Browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, viewport, locale, colorScheme, javaScriptEnabled }, use) => {
    const options = { viewport, javaScriptEnabled, ...(locale && { locale }), ...(colorScheme && { colorScheme }) }
    const context = await browser.newContext(options)
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => {
    await use(await context.newPage())
  },
})

/** The `test` that the specs extend. */
export const test = process.env.E2E_ENGINE === 'webkitgtk' ? webkitgtk : base
