/** Playwright's `test`, in the engine that `E2E_ENGINE` names. Describes the open pages of a test whose time is over. */
import { type Browser, type BrowserContext, type Page, test as playwrightTest } from '@playwright/test'
import { describePages } from './describe-pages.ts'
import { WebDriverContext } from './webdriver/context.ts'
import { WebKitBrowser } from './webkitgtk/browser.ts'

/** How Playwright itself takes screenshots of a failed test: of all contexts, before any fixture closes its own. */
interface Internals {
  _allContexts(): BrowserContext[]
  _onDidFinishTestFunctionCallbacks: Set<() => Promise<void>>
}

const base = playwrightTest.extend<{ describedPages: undefined }>({
  describedPages: [
    async ({ playwright }, use, info) => {
      const { _onDidFinishTestFunctionCallbacks: callbacks } = info as unknown as Internals
      callbacks.add(async () => {
        if (info.status !== 'timedOut') return
        const contexts = [...(playwright as unknown as Internals)['_allContexts'](), ...WebDriverContext.open]
        const body = await describePages(contexts as BrowserContext[])
        await info.attach('pages when the time was over', { body, contentType: 'text/plain' })
      })
      await use(undefined)
    },
    { auto: true },
  ],
})

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
