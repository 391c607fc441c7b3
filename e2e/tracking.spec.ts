/** A press is reported with exactly the event that the service has sent, and never blocks the voter from leaving. */
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

test('a click on a button sends the event to the service, and opens its address (R-A07, R-A95) @main', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  const href = await form.ways.first().getAttribute('href')
  await form.ways.first().click()
  await page.waitForURL(String(href))
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  const { registrations, events } = await stack.received()
  expect(JSON.parse(events[0]?.raw ?? '')).toEqual({ action: registrations[0]?.action, event_type: 'FinishExternal' })
})

test('the report reaches the BFF before the browser reaches the state site (R-A95) @main', async ({
  form,
  page,
  stack,
}) => {
  await form.open({ props: { apiBase: stack.journaledBff } })
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL(`${stack.pages}/state-site/MA`)
  await expect.poll(() => stack.journal).toContain('POST /v1/event/track/')
  const story = stack.journal.filter((request) => !/settings|page\.css|favicon|OPTIONS/.test(request))
  expect(story.filter((request) => !request.includes('/v1/event/track/'))).toEqual([
    'POST /registrations',
    'POST /v1/registration/external/request/',
    'POST /choices',
    'GET /state-site/MA',
  ])
  expect(story.indexOf('POST /v1/event/track/')).toBeGreaterThan(story.indexOf('POST /choices'))
})

test('a click navigates even if the BFF dies between answer and click (R-A93) @main', async ({ form, page, stack }) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  await stack.killBff()
  const href = await form.ways.first().getAttribute('href')
  await form.ways.first().click()
  await page.waitForURL(String(href))
  expect((await stack.received()).events).toEqual([])
})

test('the report leaves no trace: no referrer, no window.opener (R-A06)', async ({ form, page, stack }) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  const ways = await form.ways.all()
  for (const way of ways) {
    await expect(way).toHaveAttribute('rel', /noopener/)
    await expect(way).toHaveAttribute('rel', /noreferrer/)
    await expect(way).toHaveAttribute('referrerpolicy', 'no-referrer')
  }
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin !== stack.site)
  expect(await page.evaluate(() => document.referrer)).toBe('')
})
