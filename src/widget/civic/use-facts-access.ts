/** Makes the way to the BFF's facts, where it has any. */
import { type RefObject, useMemo } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { FactsAccess } from './facts-access.ts'

/**
 * The access, the same object until the BFF's address changes.
 *
 * @param settings `undefined` while they are not there
 * @param latest the newest options: a page's own `fetch` may change
 * @returns `undefined` where the BFF has no facts: then nothing is asked, loaded or shown
 */
export function useFactsAccess(
  apiBase: string,
  settings: Settings | undefined,
  latest: Readonly<RefObject<{ fetch?: typeof fetch }>>,
): FactsAccess | undefined {
  const hasFacts = settings?.features.state_facts === true
  const sandbox = settings?.features.sandbox === true
  const sites = settings?.features.sites === true
  return useMemo(
    () =>
      hasFacts
        ? {
            apiBase,
            fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init),
            sandbox,
            sites,
            regions: new Map(),
          }
        : undefined,
    [apiBase, hasFacts, sandbox, sites, latest],
  )
}
