/** Asks axe what is wrong with a page. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { drawn } from './layout-shift.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * One line for each rule that the page breaks: rule, what it wants, where. Empty when nothing is wrong.
 *
 * @param within a selector, where the rest of the page is not ours
 */
export async function accessibilityProblems(page: Page, within = 'html'): Promise<string[]> {
  // A color on its way to another one is neither: what moves comes to its end first, but for what never does. A theme
  // that has just changed moves nothing before the next frame, and what takes another way meanwhile begins a new animation.
  await drawn(page)
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    for (let all = moving(); all.length > 0; all = moving()) {
      await Promise.allSettled(all.map(({ finished }) => finished))
    }
  })
  // Axe takes a page without a background for a white one; in the dark it is what the browser paints.
  await page.evaluate(() => {
    const { documentElement, body } = document
    const isBare = (element: Element) => getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)'
    if (isBare(documentElement) && isBare(body)) documentElement.style.backgroundColor = 'Canvas'
  })
  // Evaluated, not added as a script: a page with a strict policy would refuse that.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async ({ values, place }) => await window.axe.run(place, { runOnly: { type: 'tag', values } }),
    { values: tags, place: within },
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
