/** A voter's browser or system settings: each engine applies them in its own way. */
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { noScriptsInFirefox, notDriven } from './engine.ts'

/** Settings that change how a page looks. */
export interface VoterMedia {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce'
}

/** In Firefox these are preferences of the whole browser; Playwright cannot change them in a running one. */
function preferences({ colorScheme, forcedColors, reducedMotion }: VoterMedia): Record<string, number> {
  return {
    ...(colorScheme && { 'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1 }),
    ...(forcedColors && { 'browser.display.document_color_use': 2 }),
    ...(reducedMotion && { 'ui.prefersReducedMotion': 1 }),
  }
}

interface Fixtures {
  /** Returns a page for a voter with these settings; the test's own page where the engine can change them. */
  pageFor: (media: VoterMedia) => Promise<Page>
  /** Returns a page of a browser with scripts disabled. */
  pageWithoutScripts: (options?: BrowserContextOptions) => Promise<Page>
}

/** Playwright's `test` with pages for voters with such settings. */
export const test = base.extend<
  Fixtures & { ownBrowser: (prefs: Record<string, unknown>, options?: BrowserContextOptions) => Promise<Page> }
>({
  ownBrowser: async ({ playwright, launchOptions, channel }, use) => {
    const close: (() => Promise<void>)[] = []
    await use(async (prefs, options = {}) => {
      const firefoxUserPrefs = { ...launchOptions.firefoxUserPrefs, ...(prefs as Record<string, number>) }
      const browser = await playwright.firefox.launch({
        ...launchOptions,
        ...(channel && { channel }),
        firefoxUserPrefs,
      })
      close.push(() => browser.close())
      return browser.newPage(options)
    })
    for (const end of close) await end()
  },
  pageFor: async ({ page, browserName, ownBrowser, viewport }, use) => {
    await use(async (media) => {
      if (browserName === 'firefox') return ownBrowser(preferences(media), { viewport })
      await page.emulateMedia(media)
      return page
    })
  },
  pageWithoutScripts: async ({ browser, browserName }, use) => {
    const openPages: Page[] = []
    await use(async (options = {}) => {
      if (browserName === 'firefox') notDriven(noScriptsInFirefox)
      const context = await browser.newContext({ ...options, javaScriptEnabled: false })
      openPages.push(await context.newPage())
      return openPages.at(-1) as Page
    })
    for (const page of openPages) await page.context().close()
  },
})
