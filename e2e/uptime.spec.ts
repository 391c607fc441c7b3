/** What the status page of a real monitor shows of a state's site that goes down. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMonitor } from 'voter-registration-monitor'
import { listenOnFreePort } from '../src/contract/testing/listen-on-free-port.ts'
import { findAccessibilityProblems } from './axe.ts'
import { expect, test } from './test.ts'

test('the monitor’s status page lists an outage first, by keyboard, at 320 px and without scripts', async ({
  browser,
}) => {
  const site = await listenOnFreePort(
    createServer(({ url }, response) => response.writeHead(url === '/down' ? 503 : 200).end('<p>Hello.</p>')),
  )
  const origin = `http://127.0.0.1:${site.port}`
  const monitor = await createMonitor({
    sites: [
      { url: `${origin}/up`, description: 'MA Voter Registration Status' },
      { url: `${origin}/down`, description: 'MA Online Voter Registration' },
    ],
    dataDir: ':memory:',
    confirmAfterSeconds: 0,
    hostGapSeconds: 0,
    perHost: 2,
    allowedNetworks: ['127.0.0.0/8'],
  })
  const respond = getRequestListener(monitor.fetch)
  const status = await listenOnFreePort(createServer((incoming, outgoing) => void respond(incoming, outgoing)))
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 900 } })
  try {
    await monitor.checkDue()
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${status.port}/status`)
    await page.getByLabel('State').selectOption('MA')
    await page.getByRole('button', { name: 'Show' }).press('Enter')
    await expect(page).toHaveURL(/state=MA/)
    await expect(page.locator('#summary')).toContainText('1 of 2 sites is down.')
    const row = page.getByRole('table', { name: 'Down now' }).getByRole('row').nth(1)
    await expect(row).toContainText(/Online Voter Registration.*Down since .*checked/s)
    for (const name of ['Outages', 'Last checks']) {
      const summary = row.locator('summary').filter({ hasText: new RegExp(`^${name}$`) })
      await summary.focus()
      await page.keyboard.press('Enter')
      await expect(summary.locator('..')).toContainText('Error answer (HTTP 503)')
    }
    const readable = await browser.newPage()
    await readable.goto(page.url())
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 320],
    ] as const) {
      await readable.emulateMedia({ colorScheme })
      await readable.setViewportSize({ width, height: 900 })
      expect(await findAccessibilityProblems(readable)).toEqual([])
      expect(await readable.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await readable.close()
  } finally {
    await context.close()
    await monitor.close()
    await Promise.all([status.close(), site.close()])
  }
})
