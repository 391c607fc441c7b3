/** Sends a registration from the server where no script runs. */

import { bffHeaders } from '../../contract/bff-api.ts'
import { type PageVisit, waitTicketHeader } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { createBffClient } from '../widget/flow/bff-client.ts'
import type { PageQuery } from './page-query.ts'

/**
 * Returns the widget's client, whose requests stay in this process, and the ticket of a form that must wait.
 *
 * @param ticket the ticket that the form posts
 */
export function clientFor(visit: PageVisit, visitor: PageQuery, ticket?: string) {
  let next: string | undefined
  const client = createBffClient({
    apiBase: 'http://bff',
    partner: visitor.partner,
    isOffline: () => false,
    // A challenge is for the visitor's own machine to solve, not for this one: without scripts the form waits.
    solve: () => Promise.resolve(undefined),
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const body = typeof init.body === 'string' ? init.body : ''
      const headers = new Headers(init.headers)
      if (ticket !== undefined) headers.set(bffHeaders.challengeSolution, ticket)
      const response = await visit.ask(pathname + search, { headers: Object.fromEntries(headers), body })
      next = response.headers.get(waitTicketHeader) ?? undefined
      return response
    },
    tracking: () => ({ ...visitor.tracking, page_path: bffPaths.page }),
  })
  return { ...client, getTicket: () => next }
}
