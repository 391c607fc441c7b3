/** A return to the element's page: without the back/forward cache, and in a browser as voters have it, with its popup blocker. */
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test } from './ordinary-browser.ts'
import { expect } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('the page’s history state stays, and two forms keep own answers @engines', async ({ page, partner, stack }) => {
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
  const letGo = await holdRequests(context, `${stack.bff}/choices`)
  const [opened] = await Promise.all([context.waitForEvent('page'), form.ways.first().click()])
  await opened.waitForLoadState()
  expect(new URL(opened.url()).origin).toBe(new URL(stack.pages).origin)
  expect((await stack.received()).events).toEqual([])
  letGo()
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  await context.close()
})
