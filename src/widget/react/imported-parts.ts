/** The parts as React's entry hands them in: a partner's bundler makes a file of each. */
import { type LazyParts, lazyPart } from '../lazy-parts.ts'

/** One set for all components of a page. */
export const importedParts: LazyParts = {
  answerMarkdown: lazyPart(() => import('../screens/answer-markdown.tsx')),
  stateFacts: lazyPart(() => import('../civic/state-facts.ts')),
  siteStatus: lazyPart(() => import('../uptime/site-status-panel.tsx')),
  keepReadable: keepReadableLater,
}

/** The check of colors as soon as its file is here; where that cannot be had, the page's colors stay as they are. */
function keepReadableLater(element: HTMLElement): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  import('../styles/keep-readable.ts').then(
    ({ keepReadable }) => {
      if (!isOver) stop = keepReadable(element)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    stop?.()
  }
}
