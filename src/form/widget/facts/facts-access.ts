/** How the facts' components reach the BFF: created once per form, and only where the BFF has facts. */
import { useMemo, useState } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import type { StateCode } from '../../../contract/states.ts'
import type { BffClient } from '../flow/bff-client.ts'

export interface FactsAccess {
  /** Keep it the same object: responses are cached per client. */
  client: Pick<BffClient, 'get' | 'sites'>
  /** The facts come from the sandbox: dated sample data, marked as such in the panel. */
  sandbox: boolean
  sites?: boolean
  /** The regions the voter chose, by state; sent only to request that region's facts. */
  regions: Map<StateCode, string>
}

/** Returns the same object for the same client and settings; `undefined` where the BFF has no facts. */
export function useFactsAccess(client: FactsAccess['client'], settings: Settings | undefined): FactsAccess | undefined {
  const hasFacts = settings?.features.state_facts === true
  const sandbox = settings?.features.sandbox === true
  const sites = settings?.features.sites === true
  const [regions] = useState<FactsAccess['regions']>(() => new Map())
  return useMemo(
    () => (hasFacts ? { client, sandbox, sites, regions } : undefined),
    [client, hasFacts, sandbox, sites, regions],
  )
}
