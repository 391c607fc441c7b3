/** Holds requests back, for tests of what a voter does meanwhile. */
import type { BrowserContext, Page } from '@playwright/test'

/**
 * Holds the requests to an address back.
 *
 * @param url as Playwright's routes take it
 * @returns a function that lets them go, and all that follow
 */
export async function holdRequests(target: Page | BrowserContext, url: string): Promise<() => void> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await target.route(url, async (route) => {
    await released
    await route.continue()
  })
  return letGo
}
