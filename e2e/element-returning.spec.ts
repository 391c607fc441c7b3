/** A return to the element's page: without the back/forward cache, and in a browser as voters have it, with its popup blocker. */
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test } from './ordinary-browser.ts'
import { expect } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { goBack } from './session-history.ts'

test('in kiosk mode Back and a reload show an empty form @engines', async ({ page, partner, stack }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(partner.put('kiosk', { body: partner.script + partner.tag('kiosk') }))
  const form = new FormPage(page, stack)
  await form.register(aVoter({ first_name: 'Lastvoter' }))
  await form.expectStep('answer')
  expect(await page.evaluate(() => history.state)).toBeNull()
  await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
  await goBack(page)
  await form.agree.waitFor()
  await form.expectStep('form')
  await expect(form.field('first_name')).toHaveValue('')
  await page.reload()
  await form.agree.waitFor()
  await expect(form.field('first_name')).toHaveValue('')
  expect(asked).not.toContain('/answers')
})

test('the page’s history state stays, and two forms keep answers apart @engines', async ({ page, partner, stack }) => {
  await page.goto(partner.put('two', { body: partner.script + partner.tag() + partner.tag() }))
  await page.evaluate(() => history.replaceState({ own: [1, { two: 3 }] }, ''))
  const first = new FormPage(page, stack, page.locator('voter-registration').nth(0).locator('[data-step]'))
  const second = new FormPage(page, stack, page.locator('voter-registration').nth(1).locator('[data-step]'))
  await second.register(aVoter())
  await second.expectStep('answer')
  expect(await page.evaluate(() => history.state)).toMatchObject({ own: [1, { two: 3 }] })
  await page.reload()
  await second.expectStep('answer')
  await first.expectStep('form')
  await second.root.getByRole('button', { name: 'Clear this page and start over' }).click()
  await second.expectStep('form')
  expect(await page.evaluate(() => history.state)).toEqual({ own: [1, { two: 3 }], voterRegistration: {} })
})

test('a new tab opens while the click’s report hangs, and the report arrives', async ({ ordinary, partner, stack }) => {
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
