/** A press is reported with exactly the event that the service has sent, and never blocks the voter from leaving. */
import type { Page } from '@playwright/test'
import { bffPaths } from 'voter-registration/contract'
import { aVoter, playing } from './people.ts'
import { expect, test } from './test.ts'

/** Records the reports of a page and of the pages that it opens. */
function reports(page: Page): string[] {
  const bodies: string[] = []
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === bffPaths.presses) {
      bodies.push(request.postData() ?? '')
    }
  })
  return bodies
}

test('the voter presses: the event is with the service, and the browser at the address of the button (R-A07, R-A95) @main', {
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
    'POST /presses',
    'GET /state-site/MA',
  ])
  expect(story.indexOf('POST /v1/event/track/')).toBeGreaterThan(story.indexOf('POST /presses'))
})

/** Each malformed event as the sandbox sends it: it must return unchanged, character by character. */
const oddEvents: Record<string, string> = {
  object: '{"b":1.50,"a":{"list":[0,-0,1e3,null],"text":"Zoë & <b>"},"":[]}',
  array: '[{"action":1},[],"two",3.0]',
  string: '"an opaque string"',
  'empty-string': '""',
  number: '42',
  zero: '0',
  float: '1.0',
  big: '12345678901234567890',
  true: 'true',
  false: 'false',
  null: 'null',
}

test('the table of odd events and the one of the sandbox name the same kinds', async ({ stack }) => {
  const table = (await (await fetch(`${stack.sandbox}/_sandbox/scenarios`)).json()) as { name: string }[]
  const kinds = table.flatMap(({ name }) => (name.startsWith('odd-event-') ? [name.slice('odd-event-'.length)] : []))
  expect(new Set(kinds)).toEqual(new Set(Object.keys(oddEvents)))
})

for (const [kind, raw] of Object.entries(oddEvents)) {
  test(`an event may be any JSON value, and goes back as it came: ${kind} (R-A69, R-A70)`, async ({
    form,
    page,
    stack,
  }) => {
    await form.open()
    await form.register(aVoter({ email: playing(`odd-event-${kind}`) }))
    await form.expectStep('answer')
    await form.ways.first().click()
    await page.waitForURL((url) => url.origin === stack.pages)
    await expect.poll(async () => (await stack.received()).events.map((event) => event.raw)).toEqual([raw])
    expect((await stack.received()).tracking_failures).toEqual([])
  })
}

for (const scenario of ['track-fails', 'track-breaks', 'track-slow']) {
  test(`${scenario}: the voter gets there all the same (R-A92, R-A93)`, async ({ form, page, stack }) => {
    await form.open()
    await form.register(aVoter({ email: playing(scenario) }))
    await form.expectStep('answer')
    await form.ways.first().click()
    await page.waitForURL((url) => url.origin === stack.pages)
    const reported = async () => {
      const { events, tracking_failures } = await stack.received()
      return events.length + tracking_failures.length
    }
    await expect.poll(reported).toBeGreaterThan(0)
  })
}

test('the report carries no key: the service would refuse it and lose the event (B.1) @main', async ({
  form,
  page,
  stack,
}) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  const { registrations, events } = await stack.received()
  expect(registrations.map(({ headers }) => headers.authorization)).toEqual(['present'])
  expect(events.map(({ headers }) => headers.authorization)).toEqual(['absent'])
  expect(
    [...registrations, ...events].filter(({ headers }) => headers.cookie ?? headers.origin ?? headers.referer),
  ).toEqual([])
})

test('a voter who comes back can go the same way once more', async ({ form, page, stack }) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
  await page.goBack()
  await expect(form.root).toHaveAttribute('data-step', /^(answer|form)$/)
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('a press that is reported slowly keeps nobody: the page is left while the report still hangs (R-A93)', async ({
  form,
  page,
  stack,
}) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  stack.network.set({ kind: 'blackhole' })
  await page.route(`${stack.bff}${bffPaths.presses}`, () => undefined)
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin !== stack.site)
  expect((await stack.received()).events).toEqual([])
})

test('the BFF dies between answer and press: the voter gets there all the same (R-A93) @main', async ({
  form,
  page,
  stack,
}) => {
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  await stack.killBff()
  const href = await form.ways.first().getAttribute('href')
  await form.ways.first().click()
  await page.waitForURL(String(href))
  expect((await stack.received()).events).toEqual([])
})

test('a way on without an event reports nothing (R-A08)', async ({ form, page, stack }) => {
  const seen = reports(page)
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  const mail = form.ways.nth(1)
  const href = await mail.getAttribute('href')
  await mail.click()
  await page.waitForURL(String(href))
  await page.waitForLoadState('networkidle')
  expect(seen).toEqual([])
  expect((await stack.received()).events).toEqual([])
})

for (const [how, options] of [
  ['Ctrl and click', { modifiers: ['ControlOrMeta'] }],
  ['the middle button', { button: 'middle' }],
  ['Shift and click', { modifiers: ['Shift'] }],
] as const) {
  test(`${how} opens the way on beside the form, and is reported too`, async ({ context, form, stack }) => {
    await form.open()
    await form.register(aVoter())
    await form.expectStep('answer')
    const href = await form.ways.first().getAttribute('href')
    const opened = context.waitForEvent('page')
    await form.ways.first().click({ ...options, modifiers: 'modifiers' in options ? [...options.modifiers] : [] })
    const tab = await opened
    await tab.waitForURL(String(href))
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await expect.poll(async () => (await stack.received()).events.length).toBe(1)
    await form.expectStep('answer')
  })
}

test('ten hasty clicks are one report @main', async ({ form, page, stack }) => {
  const seen = reports(page)
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().evaluate((link) => {
    for (let click = 0; click < 10; click++) (link as HTMLAnchorElement).click()
  })
  await page.waitForURL((url) => url.origin !== stack.site)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  expect(seen).toHaveLength(1)
})

test('the page learns that a report is lost', async ({ form, page, stack }) => {
  await form.open({ props: { linkTarget: '_blank' } })
  await form.register(aVoter({ email: playing('track-fails') }))
  await form.expectStep('answer')
  await stack.killBff()
  const opened = page.context().waitForEvent('page')
  await form.ways.first().click({ modifiers: ['ControlOrMeta'] })
  await opened
  await expect.poll(() => form.told()).toContainEqual({ name: 'track', detail: expect.objectContaining({ ok: false }) })
})

test('where the report leaves no trace: no referrer, no handle on the form (R-A06)', async ({ form, page, stack }) => {
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
