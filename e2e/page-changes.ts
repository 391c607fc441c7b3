/** Detects what the form changes in its page: the styles of the page's own elements, global names, style sheets. */
import type { Page } from '@playwright/test'

/** Returns fifty paragraphs, with these classes besides `host`. */
export function hostParagraphs(classes = ''): string {
  const paragraph = (index: number) => `<p class="host ${classes}">Paragraph ${index} <a href="#x">x</a></p>`
  return Array.from({ length: 50 }, (_, index) => paragraph(index)).join('')
}

/** Records the page's styles and names after parsing, before deferred scripts run. Call it before the page opens. */
export async function notePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const getStyles = () =>
      [...document.querySelectorAll('.host')].map((element) => JSON.stringify(getComputedStyle(element)))
    addEventListener(
      'readystatechange',
      () => {
        if (document.readyState === 'interactive')
          Object.assign(window, { seenBefore: getStyles(), namesBefore: Object.keys(window) })
      },
      true,
    )
    Object.assign(window, { seenNow: getStyles })
  })
}

/** How a page differs from what {@link notePage} has recorded. */
interface PageChanges {
  /** Whether the paragraphs have the same styles. */
  same: boolean
  /** Names that were added to `window`. */
  grown: string[]
  /** Number of the document's adopted style sheets. */
  adopted: number
  /** Number of the document's `style` and `link` elements. */
  sheets: number
}

/** Returns what has changed. */
export function pageChanges(page: Page): Promise<PageChanges> {
  return page.evaluate(() => {
    const { seenBefore, seenNow, namesBefore } = window as unknown as {
      seenBefore: string[]
      seenNow: () => string[]
      namesBefore: string[]
    }
    // Without Playwright's own names in Firefox.
    const isPageGlobal = (name: string) => !name.endsWith('Before') && !name.startsWith('__pw_')
    return {
      same: seenNow().join() === seenBefore.join(),
      grown: Object.keys(window).filter((name) => !namesBefore.includes(name) && isPageGlobal(name)),
      adopted: document.adoptedStyleSheets.length,
      sheets: document.querySelectorAll('style,link[rel=stylesheet]').length,
    }
  })
}
