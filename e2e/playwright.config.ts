/** How the whole system is tried in a browser: real processes, one stack for each worker, waits that suit a busy
 *  machine. `CHROMIUM` names the browser to start; without it Playwright's own is used.
 *  `E2E_WORKERS` says how many tests run at once. */
import { defineConfig } from '@playwright/test'
import type { Door } from './form-page.ts'

const { CHROMIUM, CI, E2E_EVERYTHING, E2E_WORKERS } = process.env

/** What runs once only: React's server rendering, the demo's own pages, the BFF. */
const onlyReact = /\/(rendering|demo[\w-]*|key|crash|monitor|hosted)\.spec/
/** What runs against the script file every time; the rest only with `E2E_EVERYTHING=1`. */
const always = /\/(element[\w-]*|autofill|civic|keyboard|languages|policy|privacy|screens)\.spec/

export default defineConfig<object, { door: Door }>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: CI !== undefined,
  // On CI a test has a second go, and is printed as flaky when it needs it: a defect of its own, to be mended.
  retries: CI === undefined ? 0 : 1,
  workers: Number(E2E_WORKERS ?? 2),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // The widget's suite runs against React and against the script file. What is about React alone (server rendering, its
  // development build), about the demo's own pages or about the BFF runs once.
  projects: [
    { name: 'react', use: { door: 'react' }, testIgnore: /\/element[\w-]*\.spec/ },
    { name: 'script', use: { door: 'script' }, testIgnore: onlyReact, testMatch: E2E_EVERYTHING ? /\.spec/ : always },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: CHROMIUM === undefined || CHROMIUM === '' ? {} : { executablePath: CHROMIUM },
    // Snapshots of every step would double the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 900, height: 1000 },
  },
})
