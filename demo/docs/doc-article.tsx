/** One page of the documentation, rendered. */
import { isValidElement, memo, type ReactNode, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CopyButton } from '../qa/copy-button.tsx'
import { type DocPage, docAddress } from './doc-pages.ts'
import { headingAnchor } from './heading-anchor.ts'

/** Shows a page. Its `# heading` is the page's only h1; tables and code can be scrolled by keyboard. */
export const DocArticle = memo(function DocArticle({ page }: { page: DocPage }) {
  const components = useMemo(() => componentsOf(page.slug), [page.slug])
  return (
    <article className="docs-article">
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {page.text}
      </Markdown>
    </article>
  )
})

function componentsOf(slug: string): Components {
  return {
    h2: ({ children }) => <h2 id={anchorOf(children)}>{children}</h2>,
    h3: ({ children }) => <h3 id={anchorOf(children)}>{children}</h3>,
    h4: ({ children }) => <h4 id={anchorOf(children)}>{children}</h4>,
    a: ({ href = '', children }) => {
      const address = docAddress(href, slug === '' ? 'README.md' : `${slug}.md`)
      return address === undefined ? <span>{children}</span> : <a href={address}>{children}</a>
    },
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    table: ({ children }) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section with a name is a landmark.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      <div role="group" className="docs-table" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    // An empty column header is not a header cell.
    th: ({ children }) => (textOf(children) === '' ? <td /> : <th scope="col">{children}</th>),
  }
}

function CodeBlock({ children }: { children?: ReactNode }) {
  const text = textOf(children)
  return (
    <div className="docs-code">
      <CopyButton label="Copy" text={() => text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{children}</pre>
    </div>
  )
}

const anchorOf = (children: ReactNode) => headingAnchor(textOf(children))

/** Returns the text content of a rendered node. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children)
  return ''
}
