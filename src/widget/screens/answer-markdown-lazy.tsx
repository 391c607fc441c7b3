/** Loads the markdown renderer while the voter types, so that it is there before the answer is. */
import type { ReactElement } from 'react'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import type { AnswerMarkdownProps } from './answer-markdown.tsx'

const renderer = loadedLater(() => import('./answer-markdown.tsx'))

/**
 * Loads the markdown renderer, once. Call it when the voter begins to fill in the form.
 *
 * @returns resolves when the renderer is there, or when it could not be loaded: then the answer is shown as plain text,
 * and the next call tries again. Never rejects.
 */
export function preloadAnswerMarkdown(): Promise<void> {
  return renderer.load()
}

/** What makes the service's markdown into an element; `undefined` until it is loaded, and when it cannot be. */
export function useAnswerMarkdown(): ((props: AnswerMarkdownProps) => ReactElement) | undefined {
  // An answer is never taken over from a server, so what is there is shown at once.
  const part = useLoaded(renderer, true) ?? renderer.loaded()
  if (part === undefined || part === 'lost') return undefined
  const { AnswerMarkdown } = part
  return (props) => <AnswerMarkdown {...props} />
}
