/** Gives the focus to each new screen: a person who cannot see that the page changed must hear it. */
import { type RefObject, useRef } from 'react'
import { useBrowserEffect } from './browser-effect.ts'
import { mayTakeFocus } from './focus.ts'

/**
 * When the screen changes, the summary of what is wrong takes the focus, or else the screen's heading. Never on load, and
 * never from a voter who has gone elsewhere on the page meanwhile.
 */
export function useScreenFocus(root: RefObject<HTMLElement | null>, screen: string): void {
  const shown = useRef(screen)
  useBrowserEffect(() => {
    if (shown.current === screen || root.current === null) return
    shown.current = screen
    if (mayTakeFocus(root.current)) focusScreen(root.current)
  }, [root, screen])
}

/** Moves the focus to what the screen begins with. */
export function focusScreen(root: HTMLElement, options?: FocusOptions): void {
  const target = root.querySelector<HTMLElement>('.vr-summary') ?? root.querySelector<HTMLElement>('[data-focus]')
  target?.focus(options)
}
