/** The API reference: what it shows, that a request can be tried, and that it sends requests only to sandbox and BFF. */
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('a registration is tried with the keyboard alone: the sandbox’s answer is there, and no other host was asked', async ({
  context,
  demo,
  page,
}) => {
  const watched = watch(context)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(demo.url)
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('button', { name: /Sends a voter/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Request body' })).toHaveValue(/ada@example\.org/)
  await page.getByRole('button', { name: 'Execute' }).focus()
  await page.keyboard.press('Enter')
  const answer = page.locator('.live-responses-table')
  await expect(answer).toContainText('200')
  await expect(answer).toContainText('message_markdown')
  await expect(answer).not.toContainText('content-security-policy')
  const [, , sandbox] = demo.ports
  await expect(page.locator('.request-url')).toContainText(
    `http://127.0.0.1:${sandbox}/v1/registration/external/request/`,
  )
  const received = await (await fetch(`http://127.0.0.1:${sandbox}/_sandbox/received`)).text()
  expect(received).toContain('ada@example.org')
  expect(await accessibilityProblems(page)).toEqual([])
  const known = [new URL(demo.url).host, ...demo.ports.map((port) => `127.0.0.1:${port}`)]
  expect([...hosts].filter((host) => !known.includes(host))).toEqual([])
  expect(watched.errors).toEqual([])
})

for (const [api, operations] of [
  ['action', 2],
  ['civic-v2', 3],
  ['civic-v1', 2],
  ['uptime', 6],
  ['bff', 12],
] as const) {
  test(`${api}: every operation is there; axe finds nothing, and nothing scrolls sideways at 320 px`, async ({
    demo,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${demo.url}tools/reference.html?api=${api}`)
    const buttons = page.locator('.opblock-summary-control')
    await expect(buttons).toHaveCount(operations)
    await buttons.first().click()
    await buttons.last().click()
    await expect(page.locator('.opblock-body')).toHaveCount(2)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
