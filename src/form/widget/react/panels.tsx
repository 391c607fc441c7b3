'use client'
/** The panels about states of React's entry point, with their lazy parts. */
import { StateFactsRoot, type VoterStateFactsProps } from '../facts/state-facts-root.tsx'
import { LazyPartsContext } from '../lazy-parts.ts'
import { SiteStatusRoot, type VoterSiteStatusProps } from '../uptime/site-status-root.tsx'
import { importedParts } from './imported-parts.ts'

/**
 * The facts of a state: dated information with its footnotes, never legal advice. Shows nothing where the BFF has no
 * facts, and for an invalid state code.
 *
 * @example <VoterStateFacts apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterStateFacts(props: VoterStateFactsProps) {
  return (
    <LazyPartsContext.Provider value={importedParts}>
      <StateFactsRoot {...props} onAt={undefined} />
    </LazyPartsContext.Provider>
  )
}

/**
 * The status of state election sites: those that are down first, with their last 90 days and load times, updated each minute
 * while the page is visible. Shows nothing where the BFF monitors no sites.
 *
 * @example <VoterSiteStatus apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterSiteStatus(props: VoterSiteStatusProps) {
  return (
    <LazyPartsContext.Provider value={importedParts}>
      <SiteStatusRoot {...props} onAt={undefined} />
    </LazyPartsContext.Provider>
  )
}
