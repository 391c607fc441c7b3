/** Goes back and forward with the page's own script: WebKit's driver fails at `page.goBack` after a process swap. */
import type { Page } from '@playwright/test'

/** Moves `delta` entries in the history, in a separate task: an unloaded page can no longer respond to the driver. */
const go = (page: Page, delta: number) => page.evaluate((by) => void setTimeout(() => history.go(by)), delta)

/** Goes back. Returns before the page has changed. */
export const goBack = (page: Page) => go(page, -1)

/** Goes forward. Returns before the page has changed. */
export const goForward = (page: Page) => go(page, 1)
