/** Draws the first screen from data, without a policy for HTML: only elements, attributes and texts are made. The data are the
 *  very component, rendered when the files are built, see `render.tsx`. */
import { nameAtLevel, type StaticNode } from '../../../contract/strings.ts'

/** The layouts that have a screen of their own; with `kiosk` the browser fills nothing in. */
export type Layout = 'page' | 'steps' | 'page-kiosk' | 'steps-kiosk'

export interface EarlyWords {
  wait: string
  /** The form cannot be sent from this page. */
  stuck: string
  ownPage: string
  official: string
}

export interface FirstScreens {
  words: EarlyWords
  direction: 'ltr' | 'rtl'
  screens: Partial<Record<Layout, StaticNode>>
}

/** Stands in the data for what each form has of its own. */
export const placeholder = { instanceId: 'vr0' } as const

export interface OwnLook {
  instanceId: string
  action: string
  headingLevel: number
  root: Readonly<Record<string, string>>
  /** The design tokens that the page has set, by their names in CSS. */
  tokens: Readonly<Record<string, string>>
}

/** Returns the first screen as an element: equal to what the form renders first. */
export function draw(
  screen: StaticNode,
  { instanceId, action, headingLevel, root: attributes, tokens }: OwnLook,
): HTMLElement {
  const make = (node: StaticNode): Node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [name, written, ...children] = node
    const element = document.createElement(nameAtLevel(name, headingLevel))
    for (const [key, value] of Object.entries(written)) {
      element.setAttribute(key, key === 'action' ? action : value.replaceAll(placeholder.instanceId, instanceId))
    }
    element.append(...children.map(make))
    return element
  }
  const root = make(screen) as HTMLElement
  dress(root, attributes, tokens)
  return root
}

export function dress(element: HTMLElement, attributes: OwnLook['root'], tokens: OwnLook['tokens']): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  for (const [key, value] of Object.entries(tokens)) element.style.setProperty(key, value)
}

export type Control = HTMLInputElement | HTMLSelectElement

export function listControls(screen: ParentNode): Control[] {
  return [...screen.querySelectorAll<Control>('input[name],select[name]')]
}

/** Moves focus and caret of a field that is gone to the field in its place. Lists and e-mail fields have no caret. */
export function focusAsBefore(field: Control, before: Control): void {
  field.focus({ preventScroll: true })
  if (!('selectionStart' in before && 'setSelectionRange' in field) || before.selectionStart === null) return
  field.setSelectionRange(before.selectionStart, before.selectionEnd)
}
