/** Keeps a form readable on a page that has chosen its colors badly: replaces those that cannot be read by the nearest that
 *  can. */
import type { RefObject } from 'react'
import { useBrowserEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'

/**
 * Keeps the colors readable, and names in the console, once, what was replaced. The code for it comes right after the form:
 * where a bundler makes a file of it and that cannot be had, the page's colors stay as they are.
 *
 * @param root where the tokens are; its private ones are replaced, the page's own stay as they are
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const content = JSON.stringify([theme, variables])
  useBrowserEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    import('./keep-readable.ts').then(
      ({ keepReadable }) => {
        if (!isOver && root.current !== null) stop = keepReadable(root.current)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [root, content])
}
