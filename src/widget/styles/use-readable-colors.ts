/** Keeps a form readable whose colors a page has chosen badly. */
import type { RefObject } from 'react'
import { useBrowserEffect } from '../browser-effect.ts'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import type { Appearance } from '../options.ts'

const readable = loadedLater(() => import('./apply-contrast-fixes.ts'))

/**
 * Keeps the colors readable: see `keep-readable.ts`. Asked for as soon as the form stands: our own colors need nothing,
 * and only a page with bad ones sees them change.
 *
 * @param root where the tokens are
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const wish = JSON.stringify([theme, variables])
  const part = useLoaded(readable, true)
  useBrowserEffect(() => {
    if (part === undefined || part === 'lost' || root.current === null) return undefined
    return part.keepReadable(root.current)
  }, [root, wish, part])
}
