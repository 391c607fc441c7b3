/** A component with all its lazy parts and the form's context, as the form provides them. */
import type { ReactNode } from 'react'
import { FormContext, type FormContextValue, ownContext } from '../widget/form-context.ts'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import { createFormMessages } from '../widget/messages/catalog.ts'
import { importedParts } from '../widget/react/imported-parts.ts'

const example: FormContextValue = { ...ownContext, t: createFormMessages() }

interface WithPartsProps {
  /** Overrides of the context. */
  context?: Partial<FormContextValue>
  parts?: LazyParts
  children: ReactNode
}

/** Provides the context, and the lazy parts of React's entry point. */
export function WithParts({ context, parts = importedParts, children }: WithPartsProps) {
  return (
    <LazyPartsContext.Provider value={parts}>
      <FormContext.Provider value={{ ...example, ...context }}>{children}</FormContext.Provider>
    </LazyPartsContext.Provider>
  )
}

/** Loads the Markdown part, for tests that inspect a result. */
export async function loadMarkdown(): Promise<void> {
  await importedParts.answerMarkdown?.load()
}
