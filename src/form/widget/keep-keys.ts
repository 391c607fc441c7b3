/** Keeps what a voter types in our fields from the keyboard shortcuts of the page around the form. In a shadow root such
 *  shortcuts fire while the voter types, since the page sees the host element instead of the field. */
import { type RefObject, useEffect } from 'react'

/** What uses the keys itself: a shortcut for Space or Enter would also make buttons and links useless. */
const controls = 'input, select, textarea, button, a[href], summary'

/** The keys that the page gets: it may have a dialog around the form, and watch modifiers. */
const travelling = /^(?:Tab|Esc|Escape|Arrow\w+|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/

const kept = new WeakSet<HTMLElement>()

/** Stops the keys that edit a field in `root`. Tab, Escape, arrow and function keys, and everything with Ctrl or Cmd go on;
 *  listeners of the page in the capture phase run before. Calling it again changes nothing. */
export function keepKeys(root: HTMLElement): void {
  if (kept.has(root)) return
  kept.add(root)
  /** The keys that are down: Enter may move the focus before it is up. */
  const down = new Set<string>()
  const keep = (event: KeyboardEvent) => {
    const isKept = isTyped(event, root) || (event.type !== 'keydown' && down.has(event.key))
    if (isKept && event.type === 'keydown') down.add(event.key)
    if (event.type === 'keyup') down.delete(event.key)
    if (isKept) event.stopPropagation()
  }
  for (const name of ['keydown', 'keypress', 'keyup'] as const) root.addEventListener(name, keep)
}

/** Whether a key comes from a control in the root, and is for it. */
function isTyped(event: KeyboardEvent, root: HTMLElement): boolean {
  const [origin] = event.composedPath()
  // Content of the page in our slots is the page's.
  if (origin === undefined || !isElement(origin) || !root.contains(origin) || !origin.closest(controls)) return false
  // AltGr is Ctrl and Alt for some systems, and writes letters. A browser that fills in a field sends events without a key.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  return !isCommand && !travelling.test(event.key)
}

/** No `instanceof`: a frame's document has classes of its own. */
function isElement(target: EventTarget): target is Element {
  return 'closest' in target
}

export function useKeptKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (root.current !== null) keepKeys(root.current)
  })
}
