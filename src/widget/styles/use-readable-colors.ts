/** Keeps a form readable on a page that has chosen its colors badly: replaces those that cannot be read by the nearest that
 *  can. */
import type { RefObject } from 'react'
import { useBrowserEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'
import { keepReadable } from './keep-readable.ts'

/**
 * Keeps the colors readable, and names in the console, once, what was replaced.
 *
 * @param root where the tokens are; its private ones are replaced, the page's own stay as they are
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const content = JSON.stringify([theme, variables])
  useBrowserEffect(() => (root.current === null ? undefined : keepReadable(root.current)), [root, content])
}
