/** Stands in for `widget/screens/answer-markdown-lazy.tsx` in the script file, which is one file: the markdown
 *  renderer is there from the start. */
import type { ReactElement } from 'react'
import { AnswerMarkdown, type AnswerMarkdownProps } from '../../../widget/screens/answer-markdown.tsx'

/** There is nothing to load. */
export function preloadAnswerMarkdown(): Promise<void> {
  return Promise.resolve()
}

/** Makes the markdown's element. */
export function useAnswerMarkdown(): (props: AnswerMarkdownProps) => ReactElement {
  return render
}

function render(props: AnswerMarkdownProps): ReactElement {
  return <AnswerMarkdown {...props} />
}
