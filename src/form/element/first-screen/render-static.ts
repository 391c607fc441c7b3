/** Renders the first screen from data, without React and without `innerHTML` (Trusted Types). The build renders the component to
 *  these data, see `render.tsx`. */
import { nameAtLevel, type StaticNode } from '../../../contract/strings.ts'

/** The prerendered layouts; those with `kiosk` have no autofill hints. */
export type Layout = 'page' | 'steps' | 'page-kiosk' | 'steps-kiosk'

export interface PendingMessages {
  wait: string
  /** The form cannot be sent from this page. */
  stuck: string
  hostedPage: string
  official: string
}

export interface FirstScreens {
  messages: PendingMessages
  direction: 'ltr' | 'rtl'
  screens: Partial<Record<Layout, StaticNode>>
}

/** Replaced in the data by the values of each form. */
export const placeholder = { instanceId: 'vr0' } as const

export interface StaticScreenOptions {
  instanceId: string
  action: string
  headingLevel: number
  root: Readonly<Record<string, string>>
  /** The page's design tokens, by CSS property. */
  tokens: Readonly<Record<string, string>>
}

/** Returns the first screen, equal to the first render of the form. */
export function renderStatic(
  screen: StaticNode,
  { instanceId, action, headingLevel, root: attributes, tokens }: StaticScreenOptions,
): HTMLElement {
  const create = (node: StaticNode): Node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [name, nodeAttributes, ...children] = node
    const element = document.createElement(nameAtLevel(name, headingLevel))
    for (const [key, value] of Object.entries(nodeAttributes)) {
      element.setAttribute(key, key === 'action' ? action : value.replaceAll(placeholder.instanceId, instanceId))
    }
    element.append(...children.map(create))
    return element
  }
  const root = create(screen) as HTMLElement
  applyAttributes(root, attributes, tokens)
  return root
}

export function applyAttributes(
  element: HTMLElement,
  attributes: StaticScreenOptions['root'],
  tokens: StaticScreenOptions['tokens'],
): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  for (const [key, value] of Object.entries(tokens)) element.style.setProperty(key, value)
}

export type Control = HTMLInputElement | HTMLSelectElement

export function listControls(screen: ParentNode): Control[] {
  return [...screen.querySelectorAll<Control>('input[name],select[name]')]
}

/** Moves focus and caret to a field from the one that it replaces. Selects and e-mail fields have no caret. */
export function restoreFocus(field: Control, previous: Control): void {
  field.focus({ preventScroll: true })
  if (!('selectionStart' in previous && 'setSelectionRange' in field) || previous.selectionStart === null) return
  field.setSelectionRange(previous.selectionStart, previous.selectionEnd)
}
