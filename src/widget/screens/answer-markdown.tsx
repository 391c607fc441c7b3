/** Renders the service's Markdown as React elements, adapted to the page around it: headings below ours, no images, no raw
 *  HTML. The part of the widget that loads react-markdown. */
import { createContext, type ReactNode, useContext } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import type { ServiceTextProps } from '../lazy-parts.ts'
import { linkSafety } from '../tracking/follow.ts'
import { answerLink, decodeEntities, numberEntities } from './service-text.ts'

/** All elements that plain Markdown can become, except images. */
const allowedElements = 'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code hr br em strong a'.split(' ')

/** The texts of a link, for a renderer that only knows tag names. */
const LinkWords = createContext({ newTab: '', uiLanguage: 'en' })

const components: Components = { a: AnswerLink }

/**
 * The service's text. Never an image, never raw HTML; links lead to `https:`, `mailto:` and `tel:` only, and a link that
 * is refused becomes its text. Check the text with `fitsMarkdown` first.
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
  // A link without content would be invisible, and a screen reader would call it "link".
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

/** The part of the rendered tree that is modified. */
interface Parent {
  children: Child[]
}

/**
 * A rehype plugin. Headings follow the page's own without a gap: the first level is right below `headingLevel`, a deeper one
 * is one level deeper, and none is deeper than `h6`. An image becomes its description, raw HTML becomes text. Character
 * references are resolved where markdown does not: in code, in bare addresses and in text that looks like HTML.
 *
 * @param headingLevel level of the heading above the text
 */
function tidyMarkdown(headingLevel: number): (tree: Parent) => undefined {
  return (tree) => {
    /** Levels of the headings that contain the current node, as the service wrote them. */
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
      // A heading without text would still be announced as one.
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

/** Returns an image's description as text; nothing for an image without one. */
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
