/** What WebDriver, or WebKitGTK's driver, cannot do. A test that needs it is listed as not driven, with the reason. */
import { test } from '@playwright/test'

/** Why pages without scripts are tested in other engines. */
export const noScriptsInFirefox = 'in Firefox without scripts Playwright cannot look at the page'

/** Why pages from Firefox's back/forward cache are tested in other engines. */
export const noKeptPagesInFirefox = 'Playwright loses sight of a page that Firefox has kept and shows again'

/** Why printed pages are tested in Chromium. */
export const noPrintInFirefox = 'Playwright cannot show a page in Firefox as it is printed'

/** Reasons by member of Playwright's objects without a counterpart. */
const reasons: Readonly<Record<string, string>> = {
  newCDPSession: 'WebKit does not speak the protocol of Chromium’s tools',
  emulateMedia: 'WebDriver cannot change media features while the page is open',
  grantPermissions: 'WebKitGTK’s driver cannot grant permissions',
  frames: 'the frames of a page are reached by a locator only',
  touchscreen: 'WebKitGTK’s driver has no touch screen',
  exposeFunction: 'WebDriver cannot call back out of a page',
}

/**
 * Ends the test as one that this engine's driver cannot run.
 *
 * @param what the requested feature
 */
export function notDriven(what: string): never {
  test.info().skip(true, `not driven: ${what}`)
  throw new Error(what)
}

/** Returns the same object; members without a counterpart end the test with the reason. */
export function withReasons<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name) {
      const reason = typeof name === 'string' && !(name in target) ? reasons[name] : undefined
      if (reason !== undefined) return notDriven(reason)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
