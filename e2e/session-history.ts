/** Goes back and forward, and reloads, with the page's own script: WebKit's driver fails at `page.goBack` after a process swap. */
import type { Page } from '@playwright/test'

/** Moves `delta` entries in the history, in a separate task: an unloaded page can no longer respond to the driver. */
const go = (page: Page, delta: number) => page.evaluate((steps) => void setTimeout(() => history.go(steps)), delta)

/** Goes back. Returns before the page has changed. */
export const goBack = (page: Page) => go(page, -1)

/** Goes forward. Returns before the page has changed. */
export const goForward = (page: Page) => go(page, 1)

/** Loads the page again. Returns when the page before is gone: what it shows may be what the test waits for next. */
export async function reload(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, { isBefore: true })
    setTimeout(() => location.reload())
  })
  await page.waitForFunction(() => !('isBefore' in globalThis))
}

/** Goes back from another page. Returns when that page has been left. */
export async function goBackFrom(page: Page, address: string): Promise<void> {
  await goBack(page)
  await page.waitForURL((url) => url.href !== address)
}
