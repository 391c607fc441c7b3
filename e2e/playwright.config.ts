/** Playwright configuration for the whole system in a browser: real processes, one stack for each worker, timeouts that suit
 *  a busy machine. `CHROMIUM` names the browser to start, else an installed one, else Playwright's own; `CHROMIUM_HEADLESS` its
 *  headless shell, for all tests that do not need the whole browser.
 *  `E2E=main` runs the tests with `@main` in their title, as `npm test` does; `E2E=rest` all others, as `.ci/run` does: both through
 *  the script file, and through React those with `@door` and those of React alone. `E2E=nightly` runs all through both doors;
 *  `E2E=engines` those for each engine, which are the main path and tests with `@engines`. `E2E_ENGINE` names the engine,
 *  `E2E_WORKERS` sets the number of workers. */
import { defineConfig } from '@playwright/test'
import { playwrightReporters } from '../.ci/report-file.mjs'
import { engine } from './engines/engine.ts'
import type { Door } from './form-page.ts'

const { CI, E2E, E2E_ENGINE, E2E_WORKERS } = process.env

/** Specs that run once only, in the project `react`: React's server rendering and its oldest version, the demo's own pages, the BFF,
 *  the README's picture. */
const singleRun = String.raw`(rendering|react-18|demo[\w-]*|key|crash|hosted[\w-]*|spoken|picture|page-resets)\.spec`
const onlyReact = new RegExp(`/${singleRun}`)

/** What `npm test` and `.ci/run` run through React. The widget is the same behind both doors; `E2E=nightly` runs all through both. */
const slice = String.raw`@door\b|\b${singleRun}`

/** `npm run test:spoken` runs these, one at a time. */
const spokenTests = E2E === 'rest' || E2E === 'nightly' ? [/\/spoken\.spec/] : []

/** Specs that are the same in every engine: servers, and the demo's own pages. */
const noEngines = E2E === 'engines' ? [/\/(crash|key|spoken|demo[\w-]*|limits)\.spec/] : []

/** Specs that run in each engine with the React component too; all else is the same code behind the script file. */
const reactInEngines =
  E2E === 'engines' ? { testMatch: /\/(hosted[\w-]*|partners|rendering|registration|restored|tracking)\.spec/ } : {}

export default defineConfig<object, { door: Door }>({
  testDir: '.',
  // `packages/packages.test.ts` is vitest's.
  testMatch: /\.spec\.ts$/,
  // Playwright empties the folder when it starts: each run of `.ci/run` has its own, and its traces stay.
  outputDir: `../test-results/${E2E ?? 'some'}`,
  fullyParallel: true,
  forbidOnly: CI !== undefined,
  ...(E2E === 'main' && { grep: /@main\b/ }),
  ...(E2E === 'engines' && E2E_ENGINE !== 'webkitgtk' && { grep: /@(main|engines)\b/ }),
  ...(E2E === 'rest' && { grepInvert: /@main\b/ }),
  // What passes at the second try is listed, see .ci/report.mjs.
  retries: CI ? 1 : 0,
  workers: Number(E2E_WORKERS ?? 2),
  // Long enough for a busy machine. A test that waits for a condition never needs all of it.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: playwrightReporters,
  // The widget's suite runs with React and with the script file. What is the same in both, such as the hosted page, runs once.
  projects:
    E2E_ENGINE === 'webkitgtk'
      ? [{ name: 'webkitgtk', testMatch: /\/webkitgtk\.spec/ }]
      : [
          {
            name: 'react',
            use: { door: 'react' },
            testIgnore: [/\/(element[\w-]*|webkitgtk)\.spec/, ...spokenTests],
            ...reactInEngines,
            // Playwright compares it with file, titles and tags.
            ...(E2E === 'rest' && { grep: new RegExp(slice) }),
            ...(E2E === 'main' && { grep: new RegExp(String.raw`(?=.*@main\b).*(${slice})`) }),
          },
          { name: 'script', use: { door: 'script' }, testIgnore: [onlyReact, /\/webkitgtk\.spec/, ...noEngines] },
        ],
  use: {
    ...engine(E2E_ENGINE),
    // Snapshots of every step would double the time. The trace of a first try is kept when the second passes.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 900, height: 1000 },
  },
})
