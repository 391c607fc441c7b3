/** What the form costs the page that it is put into: paint, shift and blocked time, on a slow phone's processor. */
import { type Browser, expect } from '@playwright/test'

/** The figures of one visit. */
export interface PageCost {
  /** Largest contentful paint, in milliseconds. */
  largest: number
  /** Cumulative layout shift. */
  shift: number
  /** Milliseconds of tasks beyond 50 each. */
  blocking: number
}

/**
 * Visits a page at a quarter of the processor's speed.
 *
 * @param withForm `false` blocks the form's script: the page has its fallback
 */
export async function measureCost(browser: Browser, address: string, withForm: boolean): Promise<PageCost> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // A host's own fonts move its lines whenever they arrive, with and without the form.
  await page.route(/\.woff2?(\?|$)/, (route) => route.abort())
  if (!withForm) await page.route('**/voter-registration.js*', (route) => route.abort())
  await page.addInitScript(() => {
    const cost = { largest: 0, shift: 0, blocking: 0 }
    Object.assign(globalThis, { cost })
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => (cost.largest = startTime))
    watch('layout-shift', (entry) => (cost.shift += Reflect.get(entry, 'value') as number))
    watch('longtask', ({ duration }) => (cost.blocking += Math.max(0, duration - 50)))
  })
  await page.goto(address)
  if (withForm) await page.locator('voter-registration:state(ready)').waitFor()
  await page.waitForLoadState('networkidle')
  const cost = await page.evaluate(() => Reflect.get(globalThis, 'cost') as PageCost)
  await context.close()
  return cost
}

/** Holds that the form moves nothing of a page, and says what it costs: the medians of five visits with and without it. */
export async function expectLittleCost(browser: Browser, address: string): Promise<string> {
  const [bare, embedded]: [PageCost[], PageCost[]] = [[], []]
  for (let visit = 0; visit < 5; visit++) {
    bare.push(await measureCost(browser, address, false))
    embedded.push(await measureCost(browser, address, true))
  }
  const middle = (costs: PageCost[], key: keyof PageCost) =>
    costs.map((cost) => cost[key]).sort((a, b) => a - b)[2] ?? 0
  expect(embedded.map(({ shift }) => shift)).toEqual(bare.map(({ shift }) => shift))
  const formatChange = (key: keyof PageCost) =>
    `${key} ${Math.round(middle(bare, key))} → ${Math.round(middle(embedded, key))} ms`
  return `${formatChange('largest')}, ${formatChange('blocking')}, shift ${middle(embedded, 'shift')}`
}
