/** Measures cumulative layout shift (CLS): how far late content has moved a page's content. */
import type { Page } from '@playwright/test'

/** Sums the layout shifts of every page that is opened from now on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits two frames: everything so far is then rendered, and its layout shifts are reported. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** Returns the page's layout shift so far, 0 when nothing has moved. */
export async function layoutShift(page: Page): Promise<unknown> {
  await waitForPaint(page)
  return page.evaluate(() => Reflect.get(window, 'shift'))
}
