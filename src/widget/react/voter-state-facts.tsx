'use client'
/** `<VoterStateFacts>` as React's entry gives it. */
import { StateFactsRoot, type VoterStateFactsProps } from '../civic/state-facts-root.tsx'
import { LazyPartsContext } from '../lazy-parts.ts'
import { importedParts } from './imported-parts.ts'

/**
 * The facts of a state: dated information with its footnotes, never legal advice. Shows nothing where the BFF has no
 * facts, and for something else than the code of a state.
 *
 * @example <VoterStateFacts apiBase="https://register.partner.example/api" state="TN" />
 */
export function VoterStateFacts(props: VoterStateFactsProps) {
  return (
    <LazyPartsContext.Provider value={importedParts}>
      <StateFactsRoot {...props} />
    </LazyPartsContext.Provider>
  )
}
