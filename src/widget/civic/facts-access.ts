/** How the facts' parts reach the BFF: made once for a form, and only where the BFF has facts. */
import type { StateCode } from '../../contract/states.ts'

/** What everything about facts needs. Keep it the same object: answers are remembered for it. */
export interface FactsAccess {
  /** Address of the backend-for-frontend. */
  apiBase: string
  fetch: typeof fetch
  /** The facts come from the sandbox: dated sample data, and the panel says so. */
  sandbox: boolean
  /** The BFF knows which sites are down. */
  sites?: boolean
  /** The areas the voter chose, by state; never sent anywhere but to ask for that area's facts. */
  regions: Map<StateCode, string>
}
