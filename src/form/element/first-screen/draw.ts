/** Draws the first screen from data, without a policy for HTML: only elements, attributes and texts are made. */
import { type Drawn, placeholder } from './first-screens.ts'

/** What each form has of its own on its first screen. */
export interface OwnLook {
  instanceId: string
  /** The address of our own page with the form. */
  action: string
  headingLevel: number
  /** The attributes of the form's root. */
  root: Readonly<Record<string, string>>
  /** The design tokens that the page has set, by their names in CSS. */
  tokens: Readonly<Record<string, string>>
}

/** Returns the first screen as an element: equal to what the form renders first. */
export function draw(
  screen: Drawn,
  { instanceId, action, headingLevel, root: attributes, tokens }: OwnLook,
): HTMLElement {
  const make = (node: Drawn): Node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [name, written, ...children] = node
    // The form's heading has the level that the page wants, and the one of the consent is below it.
    const level = /^h(\d)$/.exec(name)?.[1]
    const element = document.createElement(level ? `h${Math.min(6, Number(level) - 2 + headingLevel)}` : name)
    for (const [key, value] of Object.entries(written)) {
      element.setAttribute(key, key === 'action' ? action : value.replaceAll(placeholder.instanceId, instanceId))
    }
    element.append(...children.map(make))
    return element
  }
  const root = make(screen) as HTMLElement
  for (const [key, value] of Object.entries(attributes)) root.setAttribute(key, value)
  for (const [key, value] of Object.entries(tokens)) root.style.setProperty(key, value)
  return root
}
