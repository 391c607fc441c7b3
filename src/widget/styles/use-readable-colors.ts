/** Keeps a form readable on a page that has chosen its colors badly: replaces those that cannot be read by the nearest that
 *  can. */
import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'
import { applyContrastFixes } from './apply-contrast-fixes.ts'

/**
 * Keeps the colors readable, and names in the console, once, what was replaced.
 *
 * @param root where the tokens are; its private ones are replaced, the page's own stay as they are
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const content = JSON.stringify([theme, variables])
  useBrowserLayoutEffect(() => (root.current === null ? undefined : applyContrastFixes(root.current)), [root, content])
}
