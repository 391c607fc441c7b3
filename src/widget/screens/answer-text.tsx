/** The service's text on the answer screen: as markdown where that is possible, else as plain text. */
import { Component, type ReactNode } from 'react'
import type { AnswerMarkdownProps } from './answer-markdown.tsx'
import { useAnswerMarkdown } from './answer-markdown-lazy.tsx'
import { decodeEntities } from './decode-entities.ts'
import { fitsMarkdown } from './markdown-limits.ts'

/**
 * The service's text. It is shown whatever happens: while the markdown renderer is not loaded, when the text is too long
 * or too deep for it, and when the renderer fails, it stands there as plain text with its line breaks.
 */
export function AnswerText(props: AnswerMarkdownProps) {
  const { text, uiLanguage } = props
  const renderMarkdown = useAnswerMarkdown()
  if (text.trim() === '') return null
  const plain = <PlainText text={text} />
  return (
    <div className="vr-markdown" lang={/^en\b/i.test(uiLanguage) ? undefined : 'en'}>
      {renderMarkdown !== undefined && fitsMarkdown(text) ? (
        <PlainOnError key={text} plain={plain}>
          {renderMarkdown(props)}
        </PlainOnError>
      ) : (
        plain
      )}
    </div>
  )
}

/** Text with its line breaks. A heading's marks would only be read aloud, so they go. */
function PlainText({ text }: { text: string }) {
  return <p className="vr-markdown-plain">{decodeEntities(text.replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '').trim())}</p>
}

/** Shows the plain text when the renderer fails. */
class PlainOnError extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children
  }
}
