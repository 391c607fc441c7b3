/** Loads the markdown renderer while the voter types, so that it is there before the answer is. */
import { type ReactElement, useEffect, useState } from 'react'
import type { AnswerMarkdownProps } from './answer-markdown.tsx'

/** Makes the markdown's element. */
type RenderMarkdown = (props: AnswerMarkdownProps) => ReactElement

let loaded: RenderMarkdown | undefined
let loading: Promise<void> | undefined

/**
 * Loads the markdown renderer, once. Call it when the voter begins to fill in the form.
 *
 * @returns resolves when the renderer is there, or when it could not be loaded: then the answer is shown as plain text,
 * and the next call tries again. Never rejects.
 */
export function preloadAnswerMarkdown(): Promise<void> {
  loading ??= import('./answer-markdown.tsx').then(
    ({ AnswerMarkdown }) => {
      loaded = (props) => <AnswerMarkdown {...props} />
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

/** What makes the service's markdown into an element; `undefined` until it is loaded, and when it cannot be. */
export function useAnswerMarkdown(): RenderMarkdown | undefined {
  const [render, setRender] = useState(() => loaded)
  useEffect(() => {
    let here = true
    void preloadAnswerMarkdown().then(() => {
      if (here) setRender(() => loaded)
    })
    return () => {
      here = false
    }
  }, [])
  return render
}
