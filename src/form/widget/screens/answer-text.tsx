/** The service's text: as Markdown if possible, else as plain text with line breaks and links. */
import { Fragment, type ReactNode, Suspense } from 'react'
import { useFormContext } from '../form-context.ts'
import { type ServiceTextProps, useLazyPart } from '../lazy-parts.ts'
import { linkSafety } from '../tracking/follow.ts'
import { decodeEntities, fitsMarkdown, getServiceLanguage, splitBareUrl, toSafeHref } from './service-text.ts'
import { ErrorBoundary } from './ui.tsx'

/** Renders plain text while the Markdown part is loading, if the text is too complex, and if the part fails. */
export function AnswerText(props: ServiceTextProps) {
  const { text } = props
  const { language } = useFormContext().t
  const markdown = useLazyPart('answerMarkdown', withoutMarkdown)
  if (text.trim() === '') return null
  const plain = <PlainText {...props} />
  return (
    <div className="vr-markdown" lang={getServiceLanguage(language)}>
      {fitsMarkdown(text) ? (
        <ErrorBoundary key={text} fallback={plain}>
          <Suspense fallback={plain}>
            <markdown.AnswerMarkdown {...props} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        plain
      )}
    </div>
  )
}

export const serviceTexts = { ServiceText: AnswerText, decode: decodeEntities }

/** `[label](address)`, `<address>`, or a bare address in the text. */
const links =
  /\[([^[\]\n]{1,300})\]\(<?([^\s()<>]{1,2000})>?\)|<((?:https?:\/\/|mailto:|tel:)[^\s<>]{1,2000})>|((?:https?:\/\/|\bwww\.(?=[a-z0-9]))[^\s<>()[\]"]{1,2000}[^\s<>()[\]".,;:!?*_])/gi

/** Removes the `#` of headings, which screen readers would read. */
function PlainText({ text, newTab }: ServiceTextProps) {
  const { t } = useFormContext()
  const plainText = decodeEntities(text.replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '').trim())
  const pieces: ReactNode[] = []
  let end = 0
  for (const match of plainText.matchAll(links)) {
    const [fullMatch, label, labelled, bracketed, bareUrl] = match
    const address = labelled ?? bracketed ?? bareUrl ?? ''
    const href = toSafeHref(bareUrl === undefined ? address : splitBareUrl(bareUrl).address)
    if (href === undefined) continue
    const isWeb = /^https?:/.test(href)
    pieces.push(
      plainText.slice(end, match.index),
      <a key={match.index} href={href} {...(isWeb && { target: '_blank', ...linkSafety })}>
        {label ?? address.replace(/^(mailto|tel):/i, '')}
        {isWeb && ' '}
        {isWeb && <span lang={t.language}>{newTab ?? t.form.newTab}</span>}
      </a>,
    )
    end = match.index + fullMatch.length
  }
  pieces.push(plainText.slice(end))
  return (
    <p className="vr-markdown-plain">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order.
        <Fragment key={index}>{piece}</Fragment>
      ))}
    </p>
  )
}

const withoutMarkdown = { AnswerMarkdown: PlainText }
