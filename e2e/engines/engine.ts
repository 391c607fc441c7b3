/** The engines that the browser tests run in: what Playwright needs to start each. */
import type { PlaywrightWorkerOptions } from '@playwright/test'

const { CHROMIUM, FIREFOX } = process.env

const path = (executable: string | undefined) =>
  executable === undefined || executable === '' ? {} : { executablePath: executable }

/** Stock Firefox's own habits that would come between a test and the page: offers to keep an address or a password. */
const preferences = {
  'extensions.formautofill.addresses.capture.enabled': false,
  'extensions.formautofill.addresses.enabled': false,
  'signon.rememberSignons': false,
  // As Playwright starts Chromium: it loses sight of a page that Firefox has kept and shows again.
  'browser.sessionhistory.max_total_viewers': 0,
}

const settings = {
  chromium: { browserName: 'chromium', launchOptions: path(CHROMIUM) },
  firefox: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { ...path(FIREFOX), firefoxUserPrefs: preferences },
  },
  // Driven by WebDriver, see webdriver/: Playwright starts nothing, and tests ask for the name.
  webkitgtk: { browserName: 'webkit' },
} satisfies Record<string, Partial<PlaywrightWorkerOptions>>

/** The engines, by their names in `E2E_ENGINE`. */
export type Engine = keyof typeof settings

const isEngine = (name: string): name is Engine => name in settings

/** Playwright's options for an engine. */
export function engine(name = 'chromium') {
  if (!isEngine(name)) {
    throw new Error(`E2E_ENGINE must be one of ${Object.keys(settings).join(', ')}, got "${name}".`)
  }
  return settings[name]
}
