/** A component with all its lazy parts, as React's entry point provides them. */
import type { ReactNode } from 'react'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'

/** Provides the lazy parts. */
export function WithParts({ children }: { children: ReactNode }) {
  return <LazyPartsContext.Provider value={importedParts}>{children}</LazyPartsContext.Provider>
}

/** Loads the Markdown part, for tests that inspect an answer at once. */
export async function loadMarkdown(): Promise<void> {
  await importedParts.answerMarkdown?.load()
}
