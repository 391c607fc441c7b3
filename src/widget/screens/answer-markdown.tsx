/** The service's Markdown as React elements: the part of the widget that brings react-markdown along. */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import type { ServiceTextProps } from '../lazy-parts.ts'
import { linkSafety } from '../tracking/leave.ts'
import { answerLink } from './answer-link.ts'
import { numberEntities } from './decode-entities.ts'
import { tidyMarkdown } from './tidy-markdown.ts'

/** Everything that plain Markdown can become, without images. */
const allowedElements = 'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code hr br em strong a'.split(' ')

/** What a link in the text says about itself, for a renderer that knows only tags. */
const LinkWords = createContext({ newTab: '', uiLanguage: 'en' })

const components: Components = { a: AnswerLink }

/**
 * The service's text. Never an image, never raw HTML; links lead to `https:`, `mailto:` and `tel:` only, and a link that
 * is refused stays as its text. Check the text with `fitsMarkdown` first.
 */
export function AnswerMarkdown({ text, headingLevel, newTab, uiLanguage }: ServiceTextProps) {
  const rehypePlugins = useMemo(() => [[tidyMarkdown, headingLevel] as [typeof tidyMarkdown, number]], [headingLevel])
  const linkWords = useMemo(() => ({ newTab, uiLanguage }), [newTab, uiLanguage])
  return (
    <LinkWords.Provider value={linkWords}>
      <Markdown
        allowedElements={allowedElements}
        unwrapDisallowed
        urlTransform={answerLink}
        rehypePlugins={rehypePlugins}
        components={components}
      >
        {numberEntities(text)}
      </Markdown>
    </LinkWords.Provider>
  )
}

function AnswerLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const { newTab, uiLanguage } = useContext(LinkWords)
  if (href === undefined || href === '') return <>{children}</>
  const text = isEmpty(children) ? href.replace(/^(mailto|tel):/i, '') : children
  if (!/^https?:/.test(href)) return <a href={href}>{text}</a>
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {text} <span lang={uiLanguage}>{newTab}</span>
    </a>
  )
}

/** A link around nothing could not be seen, and a screen reader would call it "link". */
function isEmpty(children: ReactNode): boolean {
  return children === undefined || children === null || children === '' || (Array.isArray(children) && !children.length)
}
