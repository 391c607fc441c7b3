/** Stands in for the package of this name in the script file: the same parser and the same tree, without the plugin
 *  machinery around them, which costs 5 kB. A test holds it to the package's own output. */
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toHast } from 'mdast-util-to-hast'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Components, Options } from 'react-markdown'

/** What of the package's options the answer screen uses. */
type Used = Required<
  Pick<Options, 'allowedElements' | 'unwrapDisallowed' | 'urlTransform' | 'components' | 'rehypePlugins'>
> & { children: string }

/** A node of the tree, with what is looked at. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Markdown as elements. */
export default function Markdown(options: Used): ReactNode {
  const tree = toHast(fromMarkdown(options.children), { allowDangerousHtml: true }) as Node
  for (const plugin of options.rehypePlugins ?? []) {
    const [make, ...settings] = Array.isArray(plugin) ? plugin : [plugin]
    ;(make as (...settings: unknown[]) => (tree: Node) => void)(...settings)(tree)
  }
  return createElement(Fragment, null, ...elementsOf(tree, options))
}

function elementsOf({ children = [] }: Node, options: Used): ReactNode[] {
  return children.flatMap((node, index) => {
    if (node.type === 'text' || node.type === 'raw') return [node.value]
    if (node.type !== 'element' || node.tagName === undefined) return []
    const inside = elementsOf(node, options)
    if (!options.allowedElements?.includes(node.tagName)) return inside
    const { href, className } = node.properties ?? {}
    const props = {
      ...node.properties,
      key: index,
      ...(Array.isArray(className) && { className: className.join(' ') }),
      ...(typeof href === 'string' && { href: options.urlTransform?.(href, 'href', node as never) ?? undefined }),
    }
    const component = (options.components as Components | undefined)?.[node.tagName as 'a']
    return [createElement(component ?? node.tagName, props as never, ...inside)]
  })
}
