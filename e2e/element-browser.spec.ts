/** What depends on a browser as voters have it: its popup blocker, and its back/forward cache. */

import { noKeptPagesInFirefox, notDriven } from './engines/engine.ts'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test } from './ordinary-browser.ts'
import { expect, heard, listenForEvents } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('a new tab opens behind a popup blocker while the report of the press hangs, and the report arrives', async ({
  ordinary,
  partner,
  stack,
}) => {
  const context = await ordinary.newContext()
  const page = await context.newPage()
  const head = "<script>addEventListener('load', () => { window.opened = window.open('about:blank') })</script>"
  await page.goto(partner.put('popup', { head, body: partner.script + partner.tag('link-target="_blank"') }))
  // The popup blocker is active: without a click nothing opens.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'opened'))).toBeNull()
  const form = new FormPage(page, stack)
  await form.register(aVoter())
  await form.expectStep('answer')
  const letGo = await holdRequests(context, `${stack.bff}/presses`)
  const [opened] = await Promise.all([context.waitForEvent('page'), form.ways.first().click()])
  await opened.waitForLoadState()
  expect(new URL(opened.url()).origin).toBe(new URL(stack.pages).origin)
  expect((await stack.received()).events).toEqual([])
  letGo()
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  await context.close()
})

test('going back on a shared device shows an empty form, out of the browser’s own cache @engines', async ({
  browserName,
  ordinary,
  partner,
  stack,
}) => {
  if (browserName === 'firefox') notDriven(noKeptPagesInFirefox)
  const context = await ordinary.newContext()
  const page = await context.newPage()
  await listenForEvents(page)
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
  })
  const url = partner.put('kiosk', { body: partner.script + partner.tag('kiosk') })
  await page.goto(url)
  const form = new FormPage(page, stack)
  await form.register(aVoter({ first_name: 'Lastvoter' }))
  await form.expectStep('answer')
  await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
  await page.goBack({ waitUntil: 'commit' })
  await form.expectStep('form')
  await expect(form.field('first_name')).toHaveValue('')
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  expect((await heard(page)).at(-1)).toMatchObject(['vr-reset', { reason: 'restored' }])
  await context.close()
})

test('a return to an answer offers no link that has expired meanwhile', async ({ ordinary, partner, stack }) => {
  const context = await ordinary.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
  })
  await context.route(`${stack.bff}/registrations`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() !== 'POST') return route.fulfill({ response })
    const answer = (await response.json()) as { buttons: object[] }
    const buttons = answer.buttons.map((button, index) => (index === 1 ? { ...button, expires_in_ms: 4_000 } : button))
    return route.fulfill({ response, json: { ...answer, buttons } })
  })
  await page.goto(partner.put('own', { body: partner.script + partner.tag() }))
  const form = new FormPage(page, stack)
  await form.register(aVoter())
  await form.expectStep('answer')
  const received = Date.now()
  await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
  await expect.poll(() => Date.now() - received).toBeGreaterThan(4_500)
  await page.goBack({ waitUntil: 'commit' })
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  await form.expectStep('answer')
  await expect(form.ways).toHaveCount(1)
  await context.close()
})
