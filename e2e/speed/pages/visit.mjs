/** One visit to one page: opens it in a fresh browser, measures until the first field takes typing, types, fills in the
 *  form, sends it and waits for the answer. */
import { setTimeout as pause } from 'node:timers/promises'
import { voter } from './fields.mjs'
import { watchPage } from './watcher.mjs'

/** A middling phone on a slow network, and this machine as it is. */
export const profiles = {
  slow: { cpu: 4, latency: 150, down: (1.6 * 1024 * 1024) / 8, up: (0.75 * 1024 * 1024) / 8 },
  fast: undefined,
}

const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

/**
 * @param subject `address`, `first` and `answered` as selectors, `fill(page, voter)`; without `fill` it ends at the first field
 * @param deep whether to type, and to fill in and send where the subject says how
 */
export async function visit(browser, site, subject, { profile, deep }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    const slow = profiles[profile]
    if (slow) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latency,
        downloadThroughput: slow.down,
        uploadThroughput: slow.up,
      })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    }
    await page.addInitScript(watchPage, { first: subject.first, answered: subject.answered })
    site.forget(subject.name)
    await page.goto(site.url + subject.address, { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.bench?.typable !== undefined, undefined, {
      polling: 100,
      timeout: 90_000,
    })
    const firstBytes = site.served(subject.name)
    await page.waitForLoadState('load')
    await pause(slow ? 1_500 : 500)
    const metrics = await numbers(devtools)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const loaded = await page.evaluate(() => ({ ...globalThis.bench }))
    const result = {
      firstBytes,
      typable: loaded.typable,
      paint: loaded.paint,
      blocking: loaded.blocking,
      processor: metrics.TaskDuration * 1000,
      heap: usedSize / 2 ** 20,
      shift: loaded.shift,
    }
    if (!deep) return { ...result, bytes: site.served(subject.name) }
    const typed = subject.types === false ? {} : await type(page, subject, slow)
    if (subject.fill === undefined) return { ...result, ...typed, bytes: site.served(subject.name) }
    await subject.fill(page, voter)
    await page.evaluate(() => {
      globalThis.bench.answer = undefined
    })
    await subject.send(page)
    await page.waitForFunction(() => globalThis.bench.answer !== undefined, undefined, {
      polling: 100,
      timeout: 60_000,
    })
    const { answer, shift } = await page.evaluate(() => globalThis.bench)
    return { ...result, ...typed, answer, shift, bytes: site.served(subject.name) }
  } catch (error) {
    const shown = await page.evaluate(() => document.body.innerText.slice(0, 400)).catch(() => '')
    throw new Error(`${subject.name}, ${profile}: ${error.message}\n${errors.join('\n')}\n${shown}`, { cause: error })
  } finally {
    await context.close()
  }
}

/** Types a name and takes for each key the time until it is painted. */
async function type(page, { name, first }, slow) {
  const field = page.locator(first).first()
  await field.click()
  await page.evaluate(() => {
    globalThis.bench.keys.length = 0
  })
  const text = 'Abigail-Josephine of Sample'
  for (const key of text) await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: slow ? 20 : 5 })
  await pause(200)
  const keys = await page.evaluate(() => globalThis.bench.keys)
  if ((await field.inputValue()) !== text) throw new Error(`${name} lost what was typed`)
  return { keys75: quantile(keys, 0.75), keys95: quantile(keys, 0.95) }
}

async function numbers(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
