/** `<voter-state-facts>` on third-party pages, and the additional script tag that adds facts to the form. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { expect, openForm, type Partner, test } from './partner-pages.ts'
import type { Stack } from './stack.ts'
import { withFacts, withoutFacts } from './with-facts.ts'

test.beforeEach(({ stack }) => withFacts(stack))
test.afterAll(({ stack }) => withoutFacts(stack))

const further = (partner: Partner) => `<script async src="${partner.file('voter-civic.js')}"></script>`
const facts = (stack: Stack, attributes: string) =>
  `<voter-state-facts api-base="${stack.bff}" ${attributes}><a href="https://official.example/">Rules at official.example</a></voter-state-facts>`
const fallback = (page: Page) => page.getByText('Rules at official.example')
const slugs = (page: Page) =>
  page.locator('[data-fact]').evaluateAll((all) => all.map((one) => one.getAttribute('data-fact')))

/** Collects the console lines of our elements. */
function saidBy(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('<voter-')) said.push(message.text())
  })
  return said
}

test('one tag shows a state’s facts without the form, under a strict policy @main', async ({
  page,
  partner,
  stack,
  watched,
  violations,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src ${new URL(partner.file()).origin}`,
    'img-src data:',
    `connect-src ${stack.bff}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const heading = '<h1>Vote</h1><h2>Tennessee</h2>'
  const body = `<main>${heading}${facts(stack, 'state="TN" heading-level="3"')}</main>${further(partner)}`
  await page.goto(partner.put('alone', { body, headers: { 'Content-Security-Policy': policy } }))
  await expect(page.getByRole('heading', { level: 3, name: 'Registering in Tennessee' })).toBeVisible()
  await expect(fallback(page)).toBeHidden()
  await expect(page.locator('.vr-root')).toHaveCSS('container-type', 'inline-size')
  expect(await findAccessibilityProblems(page)).toEqual([])

  // Every change is shown at once: the state, the facts and their order, the region, the language.
  await page.locator('voter-state-facts').evaluate((element) => {
    element.setAttribute('state', 'fl')
    element.setAttribute('fields', 'gov_tool_absentee_request  registration_deadline_online')
    element.setAttribute('region', 'Alachua County')
    element.setAttribute('locale', 'es')
  })
  await expect(page.getByRole('heading', { name: 'Registrarse en Florida' })).toBeVisible()
  await expect(page.getByText('Alachua County', { exact: false }).first()).toBeVisible()
  // Absentee requests are specific to the county: they are part of its facts, after the state's.
  await expect.poll(() => slugs(page)).toEqual(['gov_tool_absentee_request', 'registration_deadline_online'])
  const origins = new Set(watched.requests.map(({ url }) => new URL(url).origin).filter((one) => one !== 'null'))
  expect(origins).toEqual(new Set([partner.origin, new URL(partner.file()).origin, stack.bff]))
  expect(await violations()).toEqual([])
  expect(watched.errors).toEqual([])
})

test('facts work with a marked element; without facts the fallback stays', async ({ page, partner, stack }) => {
  const marked = `<div data-voter-state-facts data-state="AK"></div>`
  const script = further(partner).replace(' src=', ` data-bff="${stack.bff}" src=`)
  await page.goto(partner.put('marked', { body: `${marked}<main></main>${script}` }))
  await expect(page.getByRole('heading', { name: 'Registering in Alaska' })).toBeVisible()
  await page.evaluate((apiBase) => {
    const element = document.createElement('voter-state-facts')
    // As frameworks set template values: as text, whatever the property's type is.
    Object.assign(element, { apiBase, state: 'oh', fields: 'registration_deadline_mail gov_tool_verify' })
    document.querySelector('main')?.append(element)
  }, stack.bff)
  await expect(page.getByRole('heading', { name: 'Registering in Ohio' })).toBeVisible()
  await expect(page.locator('main [data-fact]')).toHaveCount(2)

  await withoutFacts(stack)
  await page.goto(partner.put('none', { body: facts(stack, 'state="TN"') + further(partner) }))
  await page.waitForLoadState('networkidle')
  await expect(fallback(page)).toBeVisible()
  await expect(page.locator('.frame')).toBeHidden()
})

test('the form gets its facts whichever tag comes first; the page gets one name', async ({ page, partner, stack }) => {
  const first = `<script src="${partner.file('voter-civic.js')}"></script>`
  const last = `<script src="${partner.file()}"></script>`
  const before = await openForm(page, stack, partner.put('before', { body: first + last + partner.tag() }))
  await before.field('state').selectOption('AK')
  await before.root.locator('.vr-facts-slot summary').first().click()
  await expect(before.root.getByRole('heading', { name: 'Registering in Alaska' })).toBeVisible()
  const own = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}))
    return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name))
  })
  expect(own.filter((name) => name !== '0' && name !== 'violations')).toEqual(['VoterRegistration'])

  const form = await openForm(page, stack, partner.put('later', { body: partner.tag() + partner.script }))
  await form.field('state').selectOption('AK')
  await expect(form.root.locator('.vr-facts')).toHaveCount(0)
  await page.evaluate((src) => {
    document.head.append(Object.assign(document.createElement('script'), { src }))
  }, partner.file('voter-form-facts.js'))
  await form.root.locator('.vr-facts-slot summary').first().click()
  await expect(form.root.getByRole('heading', { name: 'Registering in Alaska' })).toBeVisible()
  // Its styles are loaded with it.
  await expect(form.root.locator('.vr-facts')).toHaveCSS('border-inline-start-style', 'solid')
})

test('two script versions are reported once, and the form works without facts', async ({ page, partner, stack }) => {
  const said = saidBy(page)
  await page.route('**/vr/other.js', async (route) => {
    const response = await route.fetch({ url: partner.file('voter-civic.js') })
    await route.fulfill({ response, body: (await response.text()).replace(/([`"'])\d+\.\d+\.\d+\1/g, '"9.9.9"') })
  })
  const other = `<script src="${partner.file('other.js')}"></script>`
  const url = partner.put('clash', { body: partner.tag() + partner.script + other + other })
  const form = await openForm(page, stack, url)
  await expect.poll(() => said.length).toBe(1)
  expect(said[0]).toContain('version 9.9.9 of voter-civic.js')
  await form.field('state').selectOption('AK')
  await form.field('zipcode').fill('99501')
  await expect(form.root.locator('.vr-facts')).toHaveCount(0)
})
