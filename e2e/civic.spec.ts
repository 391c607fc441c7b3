/** Facts next to the form: selected by state and region, from either version of the service, also during its outages; and
 *  never an obstacle for the voter. */
import type { Page } from '@playwright/test'
import type { StateFacts } from 'voter-registration/contract'
import { serve } from 'voter-registration-server/node'
import { accessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { aVoter } from './people.ts'
import { sandboxKey } from './stack.ts'
import { expect, test } from './test.ts'
import { openAnswerWithFacts, setUpFacts, withFacts, withoutFacts } from './with-facts.ts'

setUpFacts()

const panel = (form: FormPage) => form.root.locator('.vr-facts')
/** Opens the facts, which come as one line. */
const openFacts = (form: FormPage) => form.root.locator('.vr-facts-slot > details > summary').click()
const fact = (form: FormPage, slug: string) => form.root.locator(`[data-fact="${slug}"]`)

/** Records the page's requests for facts, oldest first. */
function factsAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/states/')) asked.push(pathname + search)
  })
  return asked
}

test('a BFF without facts: none are asked for or shown, and the answer can be taken along @main', async ({
  form,
  page,
  stack,
}) => {
  await withoutFacts(stack)
  const asked = factsAsked(page)
  await form.open()
  await form.fill(aVoter({ state: 'FL', zipcode: '02108' }))
  await page.waitForLoadState('networkidle')
  await expect(form.root.locator('.vr-facts-slot')).toHaveCount(0)
  await form.send.click()
  await form.expectStep('answer')
  await expect(form.root.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(form.root.getByRole('heading', { name: /in Florida$/ })).toHaveCount(0)
  expect(asked).toEqual([])
})

for (const [locale, heading, deadline, rule] of [
  ['en', 'Registering in Alaska', 'Deadline online', '30 days before Election Day'],
  ['es', 'Registrarse en Alaska', 'Fecha límite por internet', '30 días antes del día de las elecciones'],
] as const) {
  test(`a voter chooses a state and sees its facts; axe finds nothing wrong: ${locale}${locale === 'en' ? ' @main' : ''}`, async ({
    form,
    page,
    stack,
  }) => {
    await withFacts(stack)
    const asked = factsAsked(page)
    await form.open({ props: { locale } })
    expect(asked).toEqual([])
    await form.field('state').selectOption('AK')
    await openFacts(form)
    await expect(panel(form).getByRole('heading', { name: heading })).toBeVisible()
    await expect(fact(form, 'registration_deadline_online')).toContainText(deadline)
    await expect(fact(form, 'registration_deadline_online')).toContainText(rule)
    await expect(fact(form, 'has_sdr_election_day')).toContainText('president and vice president only')
    const { as_of } = (await (await fetch(`${stack.bff}/states/AK`)).json()) as { as_of: string }
    await expect(panel(form)).toContainText(String(new Date(as_of).getFullYear()))
    await expect(panel(form).getByRole('link').first()).toHaveAttribute('href', /\/state-site\/AK\//)
    expect(asked).toEqual(['/states/AK'])
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await accessibilityProblems(page)).toEqual([])
    }
  })
}

test('a voter may check first, on the state’s own page once there is one', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  await withFacts(stack, { CHECK_REGISTRATION_URL: 'https://partner.example/check/' })
  await form.open()
  const check = form.root.getByRole('link', { name: 'Already registered? Check here' })
  await expect(check).toHaveCount(0)
  const before = await form.field('state').boundingBox()
  await form.field('state').selectOption('IL')
  await expect(check).toHaveAttribute('href', /\/state-site\/IL\//)
  expect(await form.field('state').boundingBox()).toEqual(before)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a voter too young reads from when on they may register, takes the day into their calendar, and is not kept from sending', async ({
  form,
  page,
  stack,
}) => {
  await withFacts(stack, { UNDER_18_URL: 'https://partner.example/young/' })
  await form.open()
  const year = new Date().getFullYear() - 10
  await form.fill(aVoter({ state: 'CO', zipcode: '80202', birth: { month: 4, day: 12, year } }))
  const note = form.root.locator('.vr-age')
  await expect(note).toContainText(String(year + 16))
  await expect(note.getByRole('link')).toHaveAttribute('href', 'https://partner.example/young/')
  expect(await accessibilityProblems(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), note.getByRole('button').first().click()])
  expect(download.suggestedFilename()).toBe('voter-registration-co-age.ics')
  // Under 13, the year is asked about once.
  await form.send.click()
  await expect(form.field('year')).toHaveAttribute('aria-invalid', 'true')
  await form.send.click()
  await form.expectStep('answer')
})

test('the form stops for a voter too young, says from which day on, and goes on when they want that', async ({
  form,
  page,
  stack,
}) => {
  await withFacts(stack)
  await form.open()
  const year = new Date().getFullYear() - 13
  await form.field('state').selectOption('CO')
  await openFacts(form)
  await form.field('month').selectOption({ index: 4 })
  await form.field('day').fill('12')
  await form.field('year').fill(String(year))
  await expect(form.root.locator('.vr-age').getByRole('heading')).toContainText(`April 12, ${year + 16}`)
  await expect(form.field('address1')).toBeHidden()
  await expect(form.send).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await form.root.getByRole('button', { name: 'Continue with this form anyway' }).click()
  await expect(form.field('address1')).toBeFocused()
  await expect(form.send).toBeVisible()
})

test('the state’s rule on citizens is shown, and nobody is asked about theirs', async ({ form, page, stack }) => {
  await withFacts(stack)
  const rule = 'You must be a citizen of the United States.'
  await page.route('**/states/AK*', async (route) => {
    const response = await route.fetch()
    const state = (await response.json()) as StateFacts
    const others = state.facts.filter(({ slug }) => slug !== 'registration_laws')
    const laws = {
      slug: 'registration_laws',
      description: 'Registration laws',
      value: { is: 'markdown', markdown: rule },
    }
    await route.fulfill({ response, json: { ...state, facts: [...others, laws] } })
  })
  await form.open()
  await form.field('state').selectOption('AK')
  await expect(fact(form, 'registration_laws')).toContainText(rule)
  await form.fill(aVoter({ state: 'AK', zipcode: '99501', city: 'Anchorage' }))
  const asked = await form.root.locator('input, select, textarea, button').evaluateAll((all) =>
    all.map((control) => {
      const described = (control.getAttribute('aria-describedby') ?? '').split(' ')
      const labels =
        control instanceof HTMLButtonElement ? [control] : [...((control as HTMLInputElement).labels ?? [])]
      const texts = [
        ...labels,
        control.closest('fieldset')?.querySelector('legend'),
        ...described.map((id) => document.getElementById(id)),
      ]
      return `${control.getAttribute('name')} ${texts.map((text) => text?.textContent).join(' ')}`
    }),
  )
  expect(asked.length).toBeGreaterThan(15)
  expect(asked.filter((text) => /citizen|national|natural|born|immigra/i.test(text))).toEqual([])
  await form.send.click()
  await form.expectStep('answer')
  const [sent] = (await stack.received()).registrations
  expect(JSON.stringify(sent?.body)).not.toMatch(/citizen|national|immigra/i)
})

test('the answer printed has dates, what to bring and the official address, and not the voter’s own link', async ({
  form,
  page,
  stack,
}) => {
  await openAnswerWithFacts(stack, form)
  await expect(form.root.getByRole('heading', { name: 'You’re not registered yet' })).toBeVisible()
  const own = await form.root.locator('.vr-actions a').last().getAttribute('href')
  const sheet = form.root.locator('.vr-sheet')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  // No page break is inside a deadline, or between a heading and its first deadline.
  for (const heading of await form.root.locator('.vr-facts-heading').all())
    await expect(heading).toHaveCSS('break-after', 'avoid')
  for (const entry of await form.root.locator('.vr-fact').all()) await expect(entry).toHaveCSS('break-inside', 'avoid')
  await expect(form.root).toContainText(/(Have ready:|What to bring or have at hand)/)
  await expect(sheet).toContainText(/Official address: http\S+\/state-site\/AK\//)
  await expect(form.root).toContainText(/\w+day, \w+ \d+, \d{4}: last day /)
  await expect(form.root).not.toContainText(own ?? 'there is a link')
})

for (const language of ['en', 'es', 'fr']) {
  test(`the hosted page’s answer with its dates is printed on one sheet of letter paper: ${language}`, async ({
    door,
    page,
    stack,
  }) => {
    test.skip(door !== 'script', 'The hosted page is the same for both.')
    await withFacts(stack)
    const form = new FormPage(page, stack)
    await page.goto(`${stack.bff}/form?locale=${language}`)
    await page.locator('#form[data-alive]').waitFor()
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-fact')).not.toHaveCount(0)
    const pdf = await page.pdf({ format: 'Letter', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
}

for (const [state, region] of [
  ['FL', 'Alachua County'],
  ['IL', 'Cook County'],
] as const) {
  test(`${state} has areas with a tool of their own: ${region}`, async ({ form, page, stack }) => {
    await withFacts(stack)
    const asked = factsAsked(page)
    await form.open()
    await form.field('state').selectOption(state)
    await openFacts(form)
    const question = form.root.getByLabel('Which of these areas do you live in?')
    await question.selectOption(region)
    await expect(fact(form, 'gov_tool_absentee_request')).toContainText(`For ${region}`)
    await expect(fact(form, 'gov_tool_absentee_request').getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`/state-site/${state}/gov_tool_absentee_request/${encodeURIComponent(region)}$`),
    )
    await question.selectOption('None of these')
    await expect(form.root.getByText(`For ${region}`)).toHaveCount(0)
    await question.selectOption('I’m not sure')
    await expect(form.root.getByText(/what holds for the whole state/)).toBeVisible()
    expect(asked).toEqual([`/states/${state}`, `/states/${state}?region=${encodeURIComponent(region)}`])
    await form.field('state').selectOption('TN')
    await openFacts(form)
    await expect(panel(form).getByRole('heading', { name: 'Registering in Tennessee' })).toBeVisible()
    await expect(question).toHaveCount(0)
  })
}

test('a service that speaks version 1 only gives the same panel', async ({ form, stack }) => {
  const read = async (version: string) => {
    await withFacts(stack, { CIVIC_VERSION: version })
    await form.open()
    const panels: string[] = []
    for (const [state, name] of [
      ['TN', 'Tennessee'],
      ['AK', 'Alaska'],
      ['CO', 'Colorado'],
    ] as const) {
      await form.field('state').selectOption(state)
      await openFacts(form)
      await expect(panel(form).getByRole('heading', { name: `Registering in ${name}` })).toBeVisible()
      const facts = form.root.locator('.vr-facts [data-fact]')
      panels.push(...(await facts.evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? '').sort())))
    }
    return panels
  }
  const version2 = await read('2')
  expect(version2.length).toBeGreaterThan(12)
  expect(await read('1')).toEqual(version2)
})

test('the service is down: old facts with their date, and the form works all the same', async ({
  form,
  page,
  stack,
}) => {
  const bff = await serve(
    {
      upstreamUrl: stack.sandbox,
      apiKeyId: sandboxKey.id,
      apiKeySecret: sandboxKey.secret,
      civicUrl: stack.network.url,
      civicKeyId: sandboxKey.id,
      civicKeySecret: sandboxKey.secret,
      allowedOrigins: [stack.site],
      port: 0,
      host: '127.0.0.1',
    },
    { log: () => undefined, internals: { civicAges: { fresh: 1, keep: 3_600_000, pause: 1 } } },
  )
  try {
    await form.open({ props: { apiBase: bff.url } })
    await form.field('state').selectOption('MA')
    await expect(panel(form)).toContainText('As of')
    await expect(panel(form)).not.toContainText('may be newer information')

    await stack.network.close()
    // The browser's cache is not tested here.
    await page.route('**/states/*', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'cache-control': 'no-cache' } }),
    )
    await expect(async () => {
      await form.open({ props: { apiBase: bff.url } })
      await form.field('state').selectOption('MA')
      await expect(panel(form)).toContainText('may be newer information', { timeout: 2_000 })
    }).toPass()
    await expect(panel(form)).toContainText(/As of \w+ \d+, \d{4}/)
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.getByRole('heading', { name: 'Deadlines in Massachusetts' })).toBeVisible()
  } finally {
    await bff.close(1_000)
  }
})

test('the service was never there: one quiet line, and the form works all the same', async ({ form, stack }) => {
  // A separate BFF: it must not have requested anything before.
  await withFacts(stack, { UPSTREAM_URL: stack.sandbox })
  await stack.network.close()
  await form.open()
  await form.field('state').selectOption('MA')
  await expect(form.root.getByText(/can’t show dates and rules for Massachusetts/)).toBeVisible()
  await form.register(aVoter())
  await form.expectStep('answer')
})

test('facts never move what the voter is at', async ({ form, page, stack }) => {
  await withFacts(stack)
  await page.setViewportSize({ width: 400, height: 800 })
  const letGo = await holdRequests(page, '**/states/*')
  await form.open()
  await form.field('state').selectOption('AK')
  await form.field('zipcode').click()
  await form.field('zipcode').pressSequentially('995')
  const before = await form.field('zipcode').boundingBox()
  await form.agree.focus()
  const [top] = await Promise.all([form.agree.boundingBox(), form.root.getByText(/Loading dates and rules/).waitFor()])
  letGo()
  await expect(form.root.getByText('Dates and rules for Alaska are ready. Show them')).toBeVisible()
  expect(await form.agree.boundingBox()).toEqual(top)
  await openFacts(form)
  await expect(panel(form)).toBeVisible()
  await form.field('zipcode').focus()
  await form.field('zipcode').press('End')
  await form.field('zipcode').pressSequentially('01')
  await expect(form.field('zipcode')).toHaveValue('99501')
  expect((await form.field('zipcode').boundingBox())?.height).toBe(before?.height)
  expect((await form.field('zipcode').boundingBox())?.y).toBeLessThan((await panel(form).boundingBox())?.y ?? 0)
})

test('a ZIP code of another state is a question, never a block', async ({ form, stack }) => {
  await withFacts(stack)
  await form.open()
  await form.fill(aVoter({ state: 'OH', zipcode: '02108' }))
  await expect(
    form.root.getByText('The ZIP code 02108 is usually in Massachusetts', { exact: false }).first(),
  ).toBeVisible()
  await form.send.click()
  await form.expectStep('answer')
  expect((await stack.received()).registrations.map(({ body }) => body.state)).toEqual(['OH'])

  await form.open()
  await form.fill(aVoter({ state: 'OH', zipcode: '02108' }))
  await form.root.getByRole('button', { name: 'Yes, change the state to Massachusetts' }).click()
  await expect(form.field('state')).toHaveValue('MA')
  await expect(form.field('state')).toBeFocused()
})

test('a voter under 18 reads from when on, and is not kept from sending', async ({ form, stack }) => {
  await withFacts(stack)
  await form.open()
  const year = new Date().getFullYear() - 13
  await form.field('state').selectOption('CA')
  await expect(panel(form)).toHaveCount(1)
  await form.fill(aVoter({ state: 'CA', zipcode: '95814', birth: { month: 1, day: 2, year } }))
  await expect(form.root.locator('.vr-age')).toContainText('16 (votes at 18)')
  await expect(form.root.locator('.vr-age')).toContainText(`January 2, ${year + 16}`)
  // Once: the general notice for many states is not shown as well.
  await expect(form.root.locator('.vr-notice', { hasText: 'You’re under 18.' }).filter({ visible: true })).toHaveCount(
    1,
  )
  await form.send.click()
  await form.expectStep('answer')
})

for (const locale of ['en', 'es'] as const) {
  test(`an answer without a button leads on: next step, calendar, copy: ${locale}`, async ({
    context,
    form,
    page,
    stack,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await withFacts(stack)
    await page.clock.setFixedTime(new Date('2026-03-02T15:00:00Z'))
    await form.open({ props: { locale } })
    await form.register(aVoter({ state: 'NH', zipcode: '03301', city: 'Concord' }))
    await form.expectStep('answer')
    await form.root.locator('.vr-answer-facts').waitFor()
    await expect(form.root.locator('.vr-facts').first()).toContainText('New Hampshire')
    expect(await accessibilityProblems(page)).toEqual([])
    await form.root.locator('.vr-copy button', { hasText: /^Cop/ }).click()
    await expect(form.root.locator('.vr-copy [role=status]')).not.toBeEmpty()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('New Hampshire')
  })
}

test('the deadlines go into a calendar file @main', async ({ browserName, form, page, stack }) => {
  test.skip(browserName === 'firefox', 'not driven: Playwright does not hear of files that a page in Firefox makes')
  await page.clock.setFixedTime(new Date('2026-03-02T15:00:00Z'))
  await openAnswerWithFacts(stack, form, aVoter())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.root.getByRole('button', { name: 'Calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('voter-registration-ma.ics')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  const file = Buffer.concat(chunks).toString()
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(file).toMatch(/DTSTART;VALUE=DATE:2026(10|11)\d\d\r\n/)
})
