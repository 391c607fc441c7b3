/** A browser as voters have it: with its popup blocker and its back/forward cache. Playwright's own launch disables both. */
import { type Browser, chromium } from '@playwright/test'
import { test as partnered } from './partner-pages.ts'

const { CHROMIUM } = process.env

/** Playwright's `test` with `ordinary`, and the pages of a partner. */
export const test = partnered.extend<object, { ordinary: Browser }>({
  ordinary: [
    async ({ browserName, channel, launchOptions, playwright }, use) => {
      if (browserName === 'firefox') {
        const firefoxUserPrefs = { ...launchOptions.firefoxUserPrefs, 'browser.sessionhistory.max_total_viewers': -1 }
        const browser = await playwright.firefox.launch({
          ...launchOptions,
          ...(channel && { channel }),
          firefoxUserPrefs,
        })
        await use(browser)
        return browser.close()
      }
      const browser = await chromium.launch({
        ...(CHROMIUM !== undefined && CHROMIUM !== '' && { executablePath: CHROMIUM }),
        ignoreDefaultArgs: ['--disable-popup-blocking', '--disable-back-forward-cache'],
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
