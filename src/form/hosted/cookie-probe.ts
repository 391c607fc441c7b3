/** Asks a browser without scripts for the page's cookie, before the form is posted: so the first post tells whether the browser
 *  takes it, and nothing typed depends on one that does not. */
import type { PageAnswer, PageCookie } from '../../contract/page-interface.ts'

/** The file of the page that sets it. */
export const cookieProbe = 'cookie.svg'

/** The cookie's value where there is nothing to keep. */
export const emptyCookie = '1'

/** How long the browser keeps the cookie between the steps, in milliseconds: as long as with scripts. */
export const cookieLifetime = 30 * 60_000

/** Returns that file. A cookie that is there stays. */
export function probeAnswer(cookie: PageCookie | undefined): PageAnswer {
  const isNew = cookie !== undefined && cookie.value === undefined
  const headers = {
    'Content-Type': 'image/svg+xml',
    ...(isNew && { 'Set-Cookie': cookie.write(emptyCookie, cookieLifetime) }),
  }
  return { status: 200, headers, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
}
