/** Renders the service's Markdown as React elements, with react-markdown. */
import { createContext, type ReactNode, useContext } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useFormContext } from '../form-context.ts'
import type { ServiceTextProps } from '../lazy-parts.ts'
import { linkSafety } from '../tracking/follow.ts'
import { decodeEntities, numberEntities, splitBareUrl, toSafeHref } from './service-text.ts'

/** All Markdown elements except images and task list checkboxes. */
const allowedElements =
  'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code hr br em strong a del table thead tbody tr th td'.split(' ')

const NewTabContext = createContext<string | undefined>(undefined)

const components: Components = { a: AnswerLink }

/** Renders no images, no raw HTML, and only `https:`, `mailto:` and `tel:` links; the text of others stays. Call `fitsMarkdown`
 *  first. */
export function AnswerMarkdown({ text, newTab }: ServiceTextProps) {
  const { headingLevel } = useFormContext()
  return (
    <NewTabContext.Provider value={newTab}>
      <Markdown
        allowedElements={allowedElements}
        unwrapDisallowed
        urlTransform={toSafeHref}
        remarkPlugins={[[remarkGfm, { singleTilde: false }]]}
        rehypePlugins={[[cleanMarkdown, headingLevel]]}
        components={components}
      >
        {numberEntities(joinBold(text))}
      </Markdown>
    </NewTabContext.Provider>
  )
}

/** Moves punctuation out of bold text before a letter, since `**Note:**text` is not bold in Markdown. */
function joinBold(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}\p{N}*\\`])\*\*([\p{L}\p{N}](?:[^*\n`]{0,200}[\p{L}\p{N}])?)([:.!?,;]{1,3})\*\*(?=[\p{L}\p{N}])/gu,
    '**$1**$2',
  )
}

function AnswerLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const { t } = useFormContext()
  const newTab = useContext(NewTabContext) ?? t.form.newTab
  if (href === undefined || href === '') return <>{children}</>
  // A link without content would be invisible, and screen readers would read only "link".
  const isNone = children === undefined || children === null || children === ''
  const isEmpty = isNone || (Array.isArray(children) && children.length === 0)
  const text = isEmpty ? href.replace(/^(mailto|tel):/i, '') : children
  if (!/^https?:/.test(href)) return <a href={href}>{text}</a>
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {text} <span lang={t.language}>{newTab}</span>
    </a>
  )
}

type Element = NonNullable<ExtraProps['node']>
type Child = Element['children'][number]

/** A rehype plugin. Headings have no gaps and end at `h6`. Images become their description, raw HTML becomes text, task checkboxes
 *  become symbols, footnote references become numbers. Decodes the remaining character references. Removes ids, since a page may
 *  show several texts. */
function cleanMarkdown(headingLevel: number): (tree: Pick<Element, 'children'>) => undefined {
  return (tree) => {
    /** Original levels of the headings that contain the current node. */
    const openLevels: number[] = []

    const clean = (node: Child, root: boolean): Child[] => {
      if (node.type === 'raw') {
        const text: Child = { type: 'text', value: decodeEntities(node.value) }
        return root ? [{ type: 'element', tagName: 'p', properties: {}, children: [text] }] : [text]
      }
      if (node.type !== 'element') return [node]
      if (node.tagName === 'img') return describe(node)
      if (node.tagName === 'input') return [{ type: 'text', value: node.properties.checked === true ? '☑' : '☐' }]
      if (node.tagName === 'sup') return [{ type: 'text', value: `[${getText(node)}]` }]
      // Link from a footnote back to its reference.
      if (node.properties.dataFootnoteBackref !== undefined) return []
      if (!/^(thead|tbody|t[rhd])$/.test(node.tagName)) node.properties = getAllowedProperties(node)
      if (node.tagName === 'table') labelCells(node)
      if (node.tagName === 'code') {
        for (const child of node.children) if (child.type === 'text') child.value = decodeEntities(child.value)
      }
      if (node.tagName === 'a') return decodeBareAddress(node)
      node.children = rejoinReferences(node.children).flatMap((child) => clean(child, false))
      if (!/^h[1-6]$/.test(node.tagName)) return [node]
      // Screen readers would announce an empty heading.
      if (node.children.length === 0) return []
      const level = Number(node.tagName.slice(1))
      while ((openLevels.at(-1) ?? 0) >= level) openLevels.pop()
      openLevels.push(level)
      node.tagName = `h${Math.min(headingLevel + openLevels.length, 6)}`
      return [node]
    }

    tree.children = tree.children.flatMap((child) => clean(child, true))
    return undefined
  }
}

function describe(image: Element): Child[] {
  const alt = image.properties.alt
  return typeof alt === 'string' && alt.trim() !== '' ? [{ type: 'text', value: alt }] : []
}

/** Drops ids, inline alignment, and the language of code. */
function getAllowedProperties({ tagName, properties }: Element): Element['properties'] {
  if (tagName === 'a') return { href: properties.href }
  return properties.start === undefined ? {} : { start: properties.start }
}

/** Labels each cell with its column, for narrow screens, where rows are blocks. Sets roles, which `display: block` would remove. */
function labelCells(table: Element): void {
  const rows = getElements(table).flatMap((part) => getElements(part))
  const heads = getElements(rows[0]).map(getText)
  table.properties = { role: 'table' }
  for (const part of getElements(table)) part.properties = { role: 'rowgroup' }
  for (const row of rows) {
    row.properties = { role: 'row' }
    for (const [column, cell] of getElements(row).entries()) {
      const isHead = cell.tagName === 'th'
      cell.properties = isHead
        ? { role: 'columnheader', scope: 'col' }
        : { role: 'cell', dataLabel: decodeEntities(heads[column] ?? '') }
    }
  }
}

function getElements(parent: Element | undefined): Element[] {
  return (parent?.children ?? []).filter((child) => child.type === 'element')
}

function getText(node: Child): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(getText).join('') : ''
}

/** A bare URL followed by a character reference (`https://a.example&#34;`) ends before its semicolon: adds it again. */
function rejoinReferences(children: Child[]): Child[] {
  for (const [index, link] of children.entries()) {
    const next = children[index + 1]
    const only = link.type === 'element' && link.tagName === 'a' ? link.children[0] : undefined
    if (link.type !== 'element' || only?.type !== 'text' || next?.type !== 'text' || !next.value.startsWith(';'))
      continue
    if (!/&#(x[\da-f]{1,6}|\d{1,7})$/i.test(only.value) || !String(link.properties.href).endsWith(only.value)) continue
    only.value += ';'
    link.properties.href = `${link.properties.href};`
    next.value = next.value.slice(1)
  }
  return children
}

/** Decodes a URL that is its own text (`<https://a.example/?b=1&amp;c=2>`, `https://a.example`, `www.a.example`), in which Markdown
 *  does not decode references. Characters after the URL become text. */
function decodeBareAddress(link: Element): Child[] {
  const [only, ...siblings] = link.children
  const href = link.properties.href
  if (only?.type !== 'text' || siblings.length > 0 || typeof href !== 'string') return [link]
  if (href !== only.value && href !== `mailto:${only.value}` && href !== `http://${only.value}`) return [link]
  if (href.startsWith('mailto:')) {
    link.properties.href = decodeEntities(href)
    only.value = decodeEntities(only.value)
    return [link]
  }
  const { address, label, remainder } = splitBareUrl(decodeEntities(only.value))
  link.properties.href = address
  only.value = label
  return remainder === '' ? [link] : [link, { type: 'text', value: remainder }]
}
