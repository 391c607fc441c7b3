/** Playwright configuration for the hosts: each `*.host.ts` installs a host, and its tests use it in a browser.
 *  `npm run test:hosts` runs one after the other; `E2E_ENGINE` names the engine, `HOSTS_RESULTS` the file that
 *  keeps the results. */
import { defineConfig } from '@playwright/test'
import { playwrightReporters } from '../../.ci/report-file.mjs'
import { engine } from '../engines/engine.ts'

const { CI, E2E_ENGINE = 'chromium' } = process.env

/** The engines in which the hosts are tested, with their names in the results. */
const names: Readonly<Record<string, string>> = { chromium: 'Chromium', firefox: 'Firefox ESR' }

const name = names[E2E_ENGINE]
if (name === undefined)
  throw new Error(`E2E_ENGINE must be one of ${Object.keys(names).join(', ')} for the hosts, got "${E2E_ENGINE}".`)

export default defineConfig({
  testDir: '.',
  testMatch: '*.host.ts',
  outputDir: '../../test-results/hosts',
  forbidOnly: CI !== undefined,
  retries: CI ? 1 : 0,
  workers: 1,
  // Long enough to install a host.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [...playwrightReporters, ['./results.ts']],
  projects: [{ name, use: engine(E2E_ENGINE) }],
  use: {
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 1200, height: 1000 },
  },
})
