/** The browser engines of the tests: what Playwright needs to start each. */
import type { PlaywrightWorkerOptions } from '@playwright/test'
import { chooseChromium } from '../../.ci/chromium.mjs'

chooseChromium()
const { CHROMIUM, CHROMIUM_HEADLESS = CHROMIUM, E2E_ENGINE = 'chromium', FIREFOX } = process.env

const path = (executable: string | undefined) =>
  executable === undefined || executable === '' ? {} : { executablePath: executable }

const whole: Partial<PlaywrightWorkerOptions> =
  CHROMIUM === undefined || CHROMIUM === '' ? { channel: 'chromium' } : { launchOptions: path(CHROMIUM) }

/** A test that needs the whole Chromium, not its headless shell: `test.use(wholeChromium)`. Other engines stay as they are. */
export const wholeChromium = E2E_ENGINE === 'chromium' ? whole : {}

/** Preferences that switch off stock Firefox's prompts, which would disturb tests: offers to save an address or a password. */
const preferences = {
  'extensions.formautofill.addresses.capture.enabled': false,
  'extensions.formautofill.addresses.enabled': false,
  'signon.rememberSignons': false,
  // As Playwright starts Chromium, without the back/forward cache: Playwright loses a page that Firefox restores from there.
  'browser.sessionhistory.max_total_viewers': 0,
}

const settings = {
  chromium: { browserName: 'chromium', launchOptions: path(CHROMIUM_HEADLESS) },
  firefox: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { ...path(FIREFOX), firefoxUserPrefs: preferences },
  },
  // Driven by WebDriver, see webdriver/: Playwright starts nothing, and tests read the name.
  webkitgtk: { browserName: 'webkit' },
} satisfies Record<string, Partial<PlaywrightWorkerOptions>>

/** The engines, by their names in `E2E_ENGINE`. */
export type Engine = keyof typeof settings

const isEngine = (name: string): name is Engine => name in settings

/** Returns Playwright's options for an engine. */
export function engine(name = 'chromium') {
  if (!isEngine(name)) {
    throw new Error(`E2E_ENGINE must be one of ${Object.keys(settings).join(', ')}, got "${name}".`)
  }
  return settings[name]
}
