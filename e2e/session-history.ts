/** Back and forward by the page's own script: WebKit's driver fails at `page.goBack` once the page is in another process. */
import type { Page } from '@playwright/test'

/** Goes `delta` entries on. It starts in a task of its own: a page that has gone cannot answer the driver any more. */
const go = (page: Page, delta: number) => page.evaluate((by) => void setTimeout(() => history.go(by)), delta)

/** Goes back. Answers before the page has changed. */
export const goBack = (page: Page) => go(page, -1)

/** Goes forward. Answers before the page has changed. */
export const goForward = (page: Page) => go(page, 1)
