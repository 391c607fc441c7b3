/** Draws the first screen from data, without a policy for HTML: only elements, attributes and texts are made. The data are the
 *  very component, rendered when the files are built, see `render.tsx`. */
import { nameAtLevel, type StaticNode } from '../../../contract/strings.ts'

/** The layouts that have a screen of their own; with `kiosk` the browser fills nothing in. */
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

/** Stands in the data for what each form has of its own. */
export const placeholder = { instanceId: 'vr0' } as const

export interface StaticScreenOptions {
  instanceId: string
  action: string
  headingLevel: number
  root: Readonly<Record<string, string>>
  /** The design tokens that the page has set, by their names in CSS. */
  tokens: Readonly<Record<string, string>>
}

/** Returns the first screen as an element: equal to what the form renders first. */
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

/** Moves focus and caret of a field that is gone to the field in its place. Lists and e-mail fields have no caret. */
export function restoreFocus(field: Control, previous: Control): void {
  field.focus({ preventScroll: true })
  if (!('selectionStart' in previous && 'setSelectionRange' in field) || previous.selectionStart === null) return
  field.setSelectionRange(previous.selectionStart, previous.selectionEnd)
}
