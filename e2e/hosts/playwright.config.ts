/** How the hosts are tried: each `*.host.ts` installs a host, and its tests use it in a browser. `npm run test:hosts` runs
 *  one after the other; `HOSTS_RESULTS` names the file that receives a line of JSON for each test. */
import { defineConfig } from '@playwright/test'

const { CHROMIUM, CI } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '*.host.ts',
  outputDir: '../../test-results/hosts',
  forbidOnly: CI !== undefined,
  retries: 0,
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./json-lines.ts']],
  projects: [{ name: 'Chromium', use: { browserName: 'chromium' } }],
  use: {
    launchOptions: CHROMIUM === undefined || CHROMIUM === '' ? {} : { executablePath: CHROMIUM },
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 1200, height: 1000 },
  },
})
