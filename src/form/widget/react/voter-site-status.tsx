'use client'
/** `<VoterSiteStatus>` of React's entry point. */
import { LazyPartsContext } from '../lazy-parts.ts'
import { SiteStatusRoot, type VoterSiteStatusProps } from '../uptime/site-status-root.tsx'
import { importedParts } from './imported-parts.ts'

/**
 * The status of state election sites: those that are down first, with their last 90 days and load times, updated each minute
 * while the page is visible. Shows nothing where the BFF monitors no sites.
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
