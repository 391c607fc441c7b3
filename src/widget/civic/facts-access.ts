/** How the facts' parts reach the BFF: made once for a form, and only where the BFF has facts. */
import { useMemo } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { StateCode } from '../../contract/states.ts'
import type { BffClient } from '../flow/bff-client.ts'

/** What everything about facts needs. Keep it the same object: answers are remembered for it. */
export interface FactsAccess {
  client: Pick<BffClient, 'get' | 'sites'>
  /** The facts come from the sandbox: dated sample data, and the panel says so. */
  sandbox: boolean
  /** The BFF knows which sites are down. */
  sites?: boolean
  /** The areas the voter chose, by state; never sent anywhere but to ask for that area's facts. */
  regions: Map<StateCode, string>
}

/**
 * The access, the same object for the same client.
 *
 * @param settings `undefined` while they are not there
 * @returns `undefined` where the BFF has no facts: then none are asked for or shown
 */
export function useFactsAccess(client: FactsAccess['client'], settings: Settings | undefined): FactsAccess | undefined {
  const hasFacts = settings?.features.state_facts === true
  const sandbox = settings?.features.sandbox === true
  const sites = settings?.features.sites === true
  return useMemo(
    () => (hasFacts ? { client, sandbox, sites, regions: new Map() } : undefined),
    [client, hasFacts, sandbox, sites],
  )
}
