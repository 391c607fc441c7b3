/** Sends a registration from the server where no script runs. */

import type { PageVisit } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { createBffClient } from '../widget/flow/bff-client.ts'
import type { PageQuery } from './page-query.ts'

/** Returns the widget's client, whose requests stay in this process. */
export function clientFor(visit: PageVisit, visitor: PageQuery) {
  return createBffClient({
    apiBase: 'http://bff',
    partner: visitor.partner,
    isOffline: () => false,
    // A challenge is for the visitor's own machine to solve, not for this one.
    solve: () => Promise.resolve(undefined),
    fetch: (input, init = {}) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const body = typeof init.body === 'string' ? init.body : ''
      return visit.ask(pathname + search, { headers: Object.fromEntries(new Headers(init.headers)), body })
    },
    tracking: () => ({ ...visitor.tracking, page_path: bffPaths.page }),
  })
}
