/** A component with all its parts, as React's entry hands them in. */
import type { ReactNode } from 'react'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'

/** Hands the parts in. */
export function WithParts({ children }: { children: ReactNode }) {
  return <LazyPartsContext.Provider value={importedParts}>{children}</LazyPartsContext.Provider>
}

/** Loads the Markdown part, for tests that look at an answer at once. */
export async function loadMarkdown(): Promise<void> {
  await importedParts.answerMarkdown?.load()
}
