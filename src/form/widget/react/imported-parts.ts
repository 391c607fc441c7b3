/** The lazy parts of React's entry point. A partner's bundler puts each into a separate file. */
import { type LazyParts, lazyPart } from '../lazy-parts.ts'

export const importedParts: LazyParts = {
  answerMarkdown: lazyPart(() => import('../screens/answer-markdown.tsx')),
  stateFacts: lazyPart(() => import('../facts/state-facts.ts')),
}
