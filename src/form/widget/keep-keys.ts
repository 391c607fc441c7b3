/** Isolates our fields from the page's keyboard shortcuts. In a shadow root these fire while the voter types, since the page
 *  sees the host element instead of the field. */
import { type RefObject, useEffect } from 'react'

/** Elements that handle keys. A page's shortcut for Space or Enter would also break buttons and links. */
const controls = 'input, select, textarea, button, a[href], summary'

/** Keys that the page receives: it may have a dialog around the form, and track modifiers. */
const passThroughKeys = /^(?:Tab|Esc|Escape|Arrow\w+|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/

const isolatedRoots = new WeakSet<HTMLElement>()

/** Stops propagation of keys that edit a field, except Tab, Escape, arrow and function keys, and shortcuts with Ctrl or Cmd. The
 *  page's capturing listeners run before. Idempotent. */
export function isolateShortcuts(root: HTMLElement): void {
  if (isolatedRoots.has(root)) return
  isolatedRoots.add(root)
  /** Enter may move the focus before `keyup`. */
  const pressedKeys = new Set<string>()
  const handleKey = (event: KeyboardEvent) => {
    const isIsolated = isTyping(event, root) || (event.type !== 'keydown' && pressedKeys.has(event.key))
    if (isIsolated && event.type === 'keydown') pressedKeys.add(event.key)
    if (event.type === 'keyup') pressedKeys.delete(event.key)
    if (isIsolated) event.stopPropagation()
  }
  for (const name of ['keydown', 'keypress', 'keyup'] as const) root.addEventListener(name, handleKey)
}

/** Whether a key event edits or activates a control in the root. */
function isTyping(event: KeyboardEvent, root: HTMLElement): boolean {
  const [origin] = event.composedPath()
  // Slotted content belongs to the page.
  if (origin === undefined || !isElement(origin) || !root.contains(origin) || !origin.closest(controls)) return false
  // Some systems report AltGr, which types letters, as Ctrl and Alt. Autofill sends events without a key.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  return !isCommand && !passThroughKeys.test(event.key)
}

/** Without `instanceof`, since a frame's document has its own classes. */
function isElement(target: EventTarget): target is Element {
  return 'closest' in target
}

export function useIsolatedShortcuts(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (root.current !== null) isolateShortcuts(root.current)
  })
}
