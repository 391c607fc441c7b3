/** How far a page's content was moved by what came late (CLS). */
import type { Page } from '@playwright/test'

/** Adds up the shifts of every page that is opened from now on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits two frames: everything that came has been drawn, and what it moved was told. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** The page's shifts so far, 0 where nothing has moved. */
export async function layoutShift(page: Page): Promise<unknown> {
  await drawn(page)
  return page.evaluate(() => Reflect.get(window, 'shift'))
}
