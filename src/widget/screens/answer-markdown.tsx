/** The service's Markdown as React elements, made to fit into a page that is not its own: headings under ours, no images, no
 *  raw HTML. The part of the widget that brings react-markdown along. */
import { createContext, type ReactNode, useContext } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import type { ServiceTextProps } from '../lazy-parts.ts'
import { linkSafety } from '../tracking/follow.ts'
import { answerLink, decodeEntities, numberEntities } from './service-text.ts'

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
  return (
    <LinkWords.Provider value={{ newTab, uiLanguage }}>
      <Markdown
        allowedElements={allowedElements}
        unwrapDisallowed
        urlTransform={answerLink}
        rehypePlugins={[[tidyMarkdown, headingLevel]]}
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
  // A link around nothing could not be seen, and a screen reader would call it "link".
  const isNone = children === undefined || children === null || children === ''
  const isEmpty = isNone || (Array.isArray(children) && children.length === 0)
  const text = isEmpty ? href.replace(/^(mailto|tel):/i, '') : children
  if (!/^https?:/.test(href)) return <a href={href}>{text}</a>
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {text} <span lang={uiLanguage}>{newTab}</span>
    </a>
  )
}

type Element = NonNullable<ExtraProps['node']>
type Child = Element['children'][number]

/** The part of the rendered tree that is changed. */
interface Parent {
  children: Child[]
}

/**
 * A rehype plugin. Headings follow the page's own without a gap: the first level that is used comes right under
 * `headingLevel`, a deeper one is one deeper, and none is deeper than `h6`. An image becomes its description, raw HTML
 * becomes text. Character references are resolved where markdown leaves them alone: in code, in bare addresses and in
 * what looks like HTML.
 *
 * @param headingLevel level of the heading that the text stands under
 */
function tidyMarkdown(headingLevel: number): (tree: Parent) => undefined {
  return (tree) => {
    /** Levels of the headings that the text is inside of at the moment, as the service wrote them. */
    const inside: number[] = []

    const tidy = (node: Child, root: boolean): Child[] => {
      if (node.type === 'raw') {
        const text: Child = { type: 'text', value: decodeEntities(node.value) }
        return root ? [{ type: 'element', tagName: 'p', properties: {}, children: [text] }] : [text]
      }
      if (node.type !== 'element') return [node]
      if (node.tagName === 'img') return describe(node)
      if (node.tagName === 'code') decodeTexts(node)
      if (node.tagName === 'a') decodeBareAddress(node)
      node.children = node.children.flatMap((child) => tidy(child, false))
      if (!/^h[1-6]$/.test(node.tagName)) return [node]
      // A heading without words would still be announced as one.
      if (node.children.length === 0) return []
      const level = Number(node.tagName.slice(1))
      while ((inside.at(-1) ?? 0) >= level) inside.pop()
      inside.push(level)
      node.tagName = `h${Math.min(headingLevel + inside.length, 6)}`
      return [node]
    }

    tree.children = tree.children.flatMap((child) => tidy(child, true))
    return undefined
  }
}

/** An image's description as text; nothing for an image without one. */
function describe(image: Element): Child[] {
  const alt = image.properties.alt
  return typeof alt === 'string' && alt.trim() !== '' ? [{ type: 'text', value: alt }] : []
}

function decodeTexts(node: Element): void {
  for (const child of node.children) {
    if (child.type === 'text') child.value = decodeEntities(child.value)
  }
}

/** `<https://a.example/?b=1&amp;c=2>` shows its own address, in which markdown resolves nothing. */
function decodeBareAddress(link: Element): void {
  const [only, ...others] = link.children
  const href = link.properties.href
  if (only?.type !== 'text' || others.length > 0 || typeof href !== 'string' || !only.value.includes('&')) return
  if (href !== only.value && href !== `mailto:${only.value}`) return
  link.properties.href = decodeEntities(href)
  only.value = decodeEntities(only.value)
}
