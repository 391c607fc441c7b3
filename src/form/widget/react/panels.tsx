'use client'
/** The state facts of React's entry point, with their lazy parts. */
import { StateFactsRoot, type VoterStateFactsProps } from '../facts/state-facts-root.tsx'
import { LazyPartsContext } from '../lazy-parts.ts'
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
