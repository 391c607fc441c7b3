/** Keeps what a voter types in our fields from the keyboard shortcuts of the page around the form. In a shadow root such
 *  shortcuts fire while the voter types, since the page sees the host element instead of the field. */
import { type RefObject, useEffect } from 'react'

/** What uses the keys itself: a shortcut for Space or Enter would also make buttons and links useless. */
const controls = 'input, select, textarea, button, a[href], summary'

/** The keys that the page gets: it may have a dialog around the form, and watch modifiers. */
const passThroughKeys = /^(?:Tab|Esc|Escape|Arrow\w+|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/

const isolatedRoots = new WeakSet<HTMLElement>()

/** Stops the keys that edit a field in `root`. Tab, Escape, arrow and function keys, and everything with Ctrl or Cmd go on;
 *  listeners of the page in the capture phase run before. Calling it again changes nothing. */
export function isolateShortcuts(root: HTMLElement): void {
  if (isolatedRoots.has(root)) return
  isolatedRoots.add(root)
  /** The keys that are down: Enter may move the focus before it is up. */
  const pressedKeys = new Set<string>()
  const handleKey = (event: KeyboardEvent) => {
    const isIsolated = isTyping(event, root) || (event.type !== 'keydown' && pressedKeys.has(event.key))
    if (isIsolated && event.type === 'keydown') pressedKeys.add(event.key)
    if (event.type === 'keyup') pressedKeys.delete(event.key)
    if (isIsolated) event.stopPropagation()
  }
  for (const name of ['keydown', 'keypress', 'keyup'] as const) root.addEventListener(name, handleKey)
}

/** Whether a key comes from a control in the root, and is for it. */
function isTyping(event: KeyboardEvent, root: HTMLElement): boolean {
  const [origin] = event.composedPath()
  // Content of the page in our slots is the page's.
  if (origin === undefined || !isElement(origin) || !root.contains(origin) || !origin.closest(controls)) return false
  // AltGr is Ctrl and Alt for some systems, and writes letters. A browser that fills in a field sends events without a key.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  return !isCommand && !passThroughKeys.test(event.key)
}

/** No `instanceof`: a frame's document has classes of its own. */
function isElement(target: EventTarget): target is Element {
  return 'closest' in target
}

export function useKeptKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (root.current !== null) isolateShortcuts(root.current)
  })
}
