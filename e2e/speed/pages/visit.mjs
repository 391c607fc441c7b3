/** One visit to one page: opens it in a new browser context and measures until the first field accepts input; optionally
 *  types, fills in the form, sends it and waits for the answer. */
import { readFileSync } from 'node:fs'
import { voter } from './fields.mjs'
import { watchPage } from './watcher.mjs'

/** An average phone on a slow network and on a poor one, and this machine without throttling. */
const profiles = {
  slow: { cpu: 4, latency: 150, down: (1.6 * 1024 * 1024) / 8, up: (0.75 * 1024 * 1024) / 8 },
  poor: { cpu: 4, latency: 150, down: (400 * 1024) / 8, up: (400 * 1024) / 8 },
  fast: undefined,
}

const webVitals = `${readFileSync('node_modules/web-vitals/dist/web-vitals.iife.js', 'utf8')}\nglobalThis.webVitals = webVitals`

/** Options of waits for conditions inside a page, on a machine that may be very busy. */
const patiently = { polling: 100, timeout: 90_000 }

/**
 * @param subject `name`, `address`, `first` and `answered` as selectors, also `taken` where a program takes the page over, `fill(page, voter)` and `send(page)`
 * @param profile `slow`, `poor` or `fast`
 * @param deep whether to type, fill in and send
 * @returns times in ms; `firstFiles` and, for a deep visit, all `files` that the page loaded; for a deep visit also `vitals`
 */
export async function visit(browser, site, subject, { profile, deep }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    const devtools = await throttled(context, page, profiles[profile])
    await page.addInitScript({ content: webVitals })
    await page.addInitScript(watchPage, { first: subject.first, taken: subject.taken })
    site.forget(subject.name)
    await page.goto(site.url + subject.address, { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.bench?.typable !== undefined, undefined, patiently)
    const firstFiles = site.sent(subject.name)
    const isTaken = () => globalThis.bench.taken !== undefined
    if (subject.taken !== undefined) await page.waitForFunction(isTaken, undefined, patiently)
    await page.waitForLoadState('load')
    await atRest(page)
    const field = page.locator(subject.first).first()
    if ((await field.inputValue()) !== 'x') throw new Error('the letter that was typed first is lost')
    const { typable, taken, tasks } = await page.evaluate(() => globalThis.bench)
    const longest = Math.max(0, ...tasks.flatMap((task) => (task.startTime > typable ? task.duration : [])))
    if (!deep) return { typable, taken, longest, firstFiles }
    await field.fill('')
    const { blocking } = await page.evaluate(() => globalThis.bench)
    const { metrics } = await devtools.send('Performance.getMetrics')
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    // Keys and clicks are what INP is about.
    await field.pressSequentially('Abigail-Josephine of Sample', { delay: 10 })
    await subject.fill(page, voter)
    await subject.send(page)
    await page.locator(subject.answered).first().waitFor({ timeout: patiently.timeout })
    await atRest(page)
    const { vitals } = await page.evaluate(() => globalThis.bench)
    return {
      typable,
      firstFiles,
      files: site.sent(subject.name),
      blocking,
      processor: metrics.find(({ name }) => name === 'TaskDuration').value * 1000,
      heap: usedSize / 2 ** 20,
      vitals,
    }
  } catch (error) {
    const shown = await page.evaluate(() => document.body.innerText.slice(0, 400)).catch(() => '')
    throw new Error(`${subject.name}, ${profile}: ${error.message}\n${errors.join('\n')}\n${shown}`, { cause: error })
  } finally {
    await context.close()
  }
}

async function throttled(context, page, slow) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  if (slow === undefined) return devtools
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.down,
    uploadThroughput: slow.up,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
  return devtools
}

/** Waits until the network and the main thread are idle, so that no lazy part is missed. */
async function atRest(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: 10_000 })))
}
