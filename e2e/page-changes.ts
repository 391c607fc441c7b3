/** What the form changes of a page that it comes to: the looks of the page's own elements, its global names, its style sheets. */
import type { Page } from '@playwright/test'

/** Fifty paragraphs of a page, with these classes beside `host`. */
export function hostParagraphs(classes = ''): string {
  const paragraph = (index: number) => `<p class="host ${classes}">Paragraph ${index} <a href="#x">x</a></p>`
  return Array.from({ length: 50 }, (_, index) => paragraph(index)).join('')
}

/** Notes the page's looks and names once it has its elements, and before a script with `defer` runs. Call it before the page opens. */
export async function notePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = () => [...document.querySelectorAll('.host')].map((one) => JSON.stringify(getComputedStyle(one)))
    addEventListener(
      'readystatechange',
      () => {
        if (document.readyState === 'interactive')
          Object.assign(window, { seenBefore: seen(), namesBefore: Object.keys(window) })
      },
      true,
    )
    Object.assign(window, { seenNow: seen })
  })
}

/** How a page is now, beside what {@link notePage} has noted. */
interface PageChanges {
  /** Whether the paragraphs look the same. */
  same: boolean
  /** Names that have come to `window`. */
  grown: string[]
  /** How many sheets the document has adopted. */
  adopted: number
  /** How many `style` and `link` elements the document has. */
  sheets: number
}

/** What has changed. */
export function pageChanges(page: Page): Promise<PageChanges> {
  return page.evaluate(() => {
    const { seenBefore, seenNow, namesBefore } = window as unknown as {
      seenBefore: string[]
      seenNow: () => string[]
      namesBefore: string[]
    }
    // Playwright's own name in Firefox aside.
    const ours = (name: string) => !name.endsWith('Before') && !name.startsWith('__pw_')
    return {
      same: seenNow().join() === seenBefore.join(),
      grown: Object.keys(window).filter((name) => !namesBefore.includes(name) && ours(name)),
      adopted: document.adoptedStyleSheets.length,
      sheets: document.querySelectorAll('style,link[rel=stylesheet]').length,
    }
  })
}
