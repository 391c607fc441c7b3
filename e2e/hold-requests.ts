/** Holds requests back, for tests of what a voter does meanwhile. */
import type { BrowserContext, Page } from '@playwright/test'

/**
 * Holds the requests to an address back.
 *
 * @param url as Playwright's routes take it
 * @returns a function that lets them go, and all that follow
 */
export async function holdRequests(from: Page | BrowserContext, url: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await from.route(url, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
