/** Keeps a form readable on a page that has chosen its colors badly: replaces those that cannot be read by the nearest that
 *  can. */
import { type RefObject, useContext } from 'react'
import { useBrowserEffect } from '../effects.ts'
import { LazyPartsContext } from '../lazy-parts.ts'
import type { Appearance } from '../options.ts'

/**
 * Keeps the colors readable, and names in the console, once, what was replaced. The code for it comes right after the form:
 * where a bundler makes a file of it and that cannot be had, the page's colors stay as they are.
 *
 * @param root where the tokens are; its private ones are replaced, the page's own stay as they are
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const { keepReadable } = useContext(LazyPartsContext)
  const content = JSON.stringify([theme, variables])
  useBrowserEffect(
    () => (root.current === null ? undefined : keepReadable?.(root.current)),
    [root, content, keepReadable],
  )
}
