/** The browser engines of the tests: what Playwright needs to start each. */
import { type PlaywrightWorkerOptions, test } from '@playwright/test'
import { chooseChromium } from '../../.ci/chromium.mjs'

chooseChromium()
const { CHROMIUM, CHROMIUM_HEADLESS = CHROMIUM, E2E_ENGINE = 'chromium', FIREFOX } = process.env

const path = (executable: string | undefined) =>
  executable === undefined || executable === '' ? {} : { executablePath: executable }

const fullOptions: Partial<PlaywrightWorkerOptions> =
  CHROMIUM === undefined || CHROMIUM === '' ? { channel: 'chromium' } : { launchOptions: path(CHROMIUM) }

/** A test that needs the whole Chromium, not its headless shell: `test.use(wholeChromium)`. Other engines stay as they are. */
export const wholeChromium = E2E_ENGINE === 'chromium' ? fullOptions : {}

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
  // `webkitgtk.ts` starts it: Playwright starts nothing.
  webkitgtk: {},
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

/** Why pages without scripts are tested in Chromium. */
export const noScriptsInFirefox = 'in Firefox without scripts Playwright cannot look at the page'

/** Why pages from Firefox's back/forward cache are tested in Chromium. */
export const noKeptPagesInFirefox = 'Playwright loses sight of a page that Firefox has kept and shows again'

/** Why tabs that a browser restores are tested in Chromium. */
export const noRestoredTabsInFirefox = 'Playwright does not see the tabs that Firefox restores'

/** Ends the test as one that this engine's driver cannot run, with the reason. */
export function notDriven(reason: string): never {
  test.info().skip(true, `not driven: ${reason}`)
  throw new Error(reason)
}
