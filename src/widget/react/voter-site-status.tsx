'use client'
/** `<VoterSiteStatus>` as React's entry gives it. */
import { LazyPartsContext } from '../lazy-parts.ts'
import { SiteStatusRoot, type VoterSiteStatusProps } from '../uptime/site-status-root.tsx'
import { importedParts } from './imported-parts.ts'

/**
 * Which sites of states work: down ones first, with their last 90 days and load times, renewed each minute while somebody
 * looks. Shows nothing where the BFF watches no sites.
 *
 * @example <VoterSiteStatus apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterSiteStatus(props: VoterSiteStatusProps) {
  return (
    <LazyPartsContext.Provider value={importedParts}>
      <SiteStatusRoot {...props} />
    </LazyPartsContext.Provider>
  )
}
