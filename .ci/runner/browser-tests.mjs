/** Runs the browser tests. */
import { bin, node } from './program.mjs'

/**
 * Runs Playwright.
 *
 * @param args additional arguments, such as the name of a spec
 * @param env additional variables; see `e2e/playwright.config.ts`
 */
export const browserTests = (args, env) =>
  node([bin('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts', ...args], { env })
