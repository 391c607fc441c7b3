/** The parts as React's entry hands them in: a partner's bundler makes a file of each. */
import { type LazyParts, lazyPart } from '../lazy-parts.ts'

/** One set for all components of a page. */
export const importedParts: LazyParts = {
  answerMarkdown: lazyPart(() => import('../screens/answer-markdown.tsx')),
  stateFacts: lazyPart(() => import('../civic/state-facts.ts')),
  siteStatus: lazyPart(() => import('../uptime/site-status-panel.tsx')),
}
