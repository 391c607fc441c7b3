/** Runs axe on a page. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { waitForPaint } from './layout-shift.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns one line for each rule that the page violates: rule, description, location. Empty when there is no violation.
 *
 * @param selector a selector, for pages of which only a part is ours
 */
export async function findAccessibilityProblems(page: Page, selector = 'html'): Promise<string[]> {
  // A color in transition would be measured wrongly: all animations finish first, except endless ones. After a change of
  // theme, transitions start only in the next frame, and a reversed transition is a new animation.
  await waitForPaint(page)
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    for (let running = moving(); running.length > 0; running = moving()) {
      await Promise.allSettled(running.map(({ finished }) => finished))
    }
  })
  // Axe treats a page without a background as white; in dark mode it is the color that the browser paints.
  await page.evaluate(() => {
    const { documentElement, body } = document
    const isBare = (element: Element) => getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)'
    if (isBare(documentElement) && isBare(body)) documentElement.style.backgroundColor = 'Canvas'
  })
  // Evaluated, not added as a script: a strict content security policy would block a script.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async ({ values, place }) => await window.axe.run(place, { runOnly: { type: 'tag', values } }),
    { values: tags, place: selector },
  )
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
