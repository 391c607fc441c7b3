/** Keeps a form readable on a page with badly chosen colors: replaces unreadable colors by the nearest readable
 *  ones. */
import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'
import { applyContrastFixes } from './apply-contrast-fixes.ts'

/**
 * Keeps the colors readable, and logs replaced ones to the console, once.
 *
 * @param root the element with the tokens; its private ones are replaced, the page's own stay unchanged
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const content = JSON.stringify([theme, variables])
  useBrowserLayoutEffect(() => (root.current === null ? undefined : applyContrastFixes(root.current)), [root, content])
}
