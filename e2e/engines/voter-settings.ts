/** What a voter has set in their browser or system: the same for every engine, each by its own means. */

import type { BrowserContextOptions, Page } from '@playwright/test'
import { test as base } from './engine-test.ts'
import { noScriptsInFirefox, notDriven } from './webdriver/not-driven.ts'

/** Settings that change how a page looks. */
export interface VoterMedia {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce'
}

/** Firefox has them as preferences of the whole browser; Playwright cannot change them in an open one. */
function preferences({ colorScheme, forcedColors, reducedMotion }: VoterMedia): Record<string, number> {
  return {
    ...(colorScheme && { 'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1 }),
    ...(forcedColors && { 'browser.display.document_color_use': 2 }),
    ...(reducedMotion && { 'ui.prefersReducedMotion': 1 }),
  }
}

interface Fixtures {
  /** A page for a voter with these settings; where the engine can change them, the test's own. */
  pageFor: (media: VoterMedia) => Promise<Page>
  /** A page of a browser whose scripts are switched off. */
  pageWithoutScripts: (options?: BrowserContextOptions) => Promise<Page>
}

/** Playwright's `test` with pages for voters who have set something. */
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
  pageFor: async ({ page, browser, browserName, ownBrowser, viewport }, use) => {
    const own: Page[] = []
    await use(async (media) => {
      if (browserName === 'chromium') {
        await page.emulateMedia(media)
        return page
      }
      if (browserName === 'firefox') return ownBrowser(preferences(media), { viewport })
      if (media.forcedColors) notDriven('WebKit has no forced colors')
      const context = await browser.newContext({ viewport, ...media })
      own.push(await context.newPage())
      return own.at(-1) as Page
    })
    for (const one of own) await one.context().close()
  },
  pageWithoutScripts: async ({ browser, browserName }, use) => {
    const own: Page[] = []
    await use(async (options = {}) => {
      if (browserName === 'firefox') notDriven(noScriptsInFirefox)
      const context = await browser.newContext({ ...options, javaScriptEnabled: false })
      own.push(await context.newPage())
      return own.at(-1) as Page
    })
    for (const one of own) await one.context().close()
  },
})
