/** The form is there before its program: what a voter does meanwhile stays, whatever the program does. `TYPINGS=200` tries as
 *  many voters who type while React takes the form over; `TYPINGS_SEED` repeats a run. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import * as fc from 'fast-check'
import packageJson from '../package.json' with { type: 'json' }
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { expect, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

const { version } = packageJson
const holdProgram = (page: Page) => holdRequests(page, '**/program.js')
const noProgram = (page: Page) => page.route('**/program.js', (route: Route) => route.abort())
const isReady = (page: Page) => page.locator('voter-registration:state(ready)').waitFor()
const firstName = (page: Page) => page.locator('[name="firstName"]')
const state = (page: Page) => page.locator('[autocomplete~="address-level1"]')
const send = (page: Page) => page.locator('.vr-root button[type=submit]')
const line = (page: Page) => page.locator('.vr-early')

for (const [name, attributes, label] of [
  ['in English', '', 'Title'],
  ['in Spanish', 'locale="es"', 'Tratamiento'],
] as const) {
  test(`typing before the main script is kept, with its caret: ${name} @main`, async ({ page, partner, watched }) => {
    const release = await holdProgram(page)
    await page.goto(partner.put('early', { body: partner.script + partner.tag(attributes) }))
    await state(page).selectOption('TN')
    await firstName(page).pressSequentially('Aa')
    await firstName(page).press('ArrowLeft')
    await firstName(page).evaluate((field) => Object.assign(field, { isOfBefore: true }))
    release()
    await isReady(page)
    await page.keyboard.type('d')
    await expect(firstName(page)).toHaveValue('Ada')
    expect(await firstName(page).evaluate((field) => 'isOfBefore' in field)).toBe(true)
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    expect(watched.console.filter((text) => text.includes('rendered again'))).toEqual([])
  })
}

test('a form with autofocus leaves the focus of a voter who is typing', async ({ page, partner }) => {
  const release = await holdProgram(page)
  await page.goto(partner.put('autofocus', { body: partner.script + partner.tag('autofocus') }))
  await firstName(page).pressSequentially('Ad')
  release()
  await isReady(page)
  await page.keyboard.type('a')
  await expect(firstName(page)).toHaveValue('Ada')
  await expect(firstName(page)).toBeFocused()
})

test('two forms on a page are both hydrated, each with its own input', async ({ page, partner, watched }) => {
  const release = await holdProgram(page)
  await page.goto(partner.put('two', { body: partner.script + partner.tag() + partner.tag('locale="es"') }))
  const fields = page.locator('[name="firstName"]')
  await fields.nth(0).fill('Ada')
  await fields.nth(1).pressSequentially('Be')
  release()
  await expect(page.locator('voter-registration:state(ready)')).toHaveCount(2)
  await page.keyboard.type('a')
  await expect(fields.nth(0)).toHaveValue('Ada')
  await expect(fields.nth(1)).toHaveValue('Bea')
  expect(watched.console.filter((text) => text.includes('rendered again'))).toEqual([])
})

for (const languages of ['none', 'en es']) {
  test(`fields keep their position with languages="${languages}"`, async ({ page, partner, watched }) => {
    const release = await holdProgram(page)
    await page.goto(partner.put('languages', { body: partner.script + partner.tag(`languages="${languages}"`) }))
    await state(page).waitFor()
    const top = () => state(page).evaluate((field) => field.getBoundingClientRect().top)
    const before = await top()
    release()
    await isReady(page)
    await expect(page.locator('nav.vr-languages')).toHaveCount(languages === 'none' ? 0 : 1)
    expect(await top()).toBe(before)
    expect(watched.console.filter((text) => text.includes('rendered again'))).toEqual([])
  })
}

for (const [where, style, attributes] of [
  ['its appearance', '', `appearance='{"variables":{"color-primary":"#ff0"}}'`],
  ['its style sheet', '<style>voter-registration { --vr-color-primary: oklch(0.95 0.2 110) }</style>', ''],
] as const) {
  test(`a light color in ${where} has a dark label from the start @engines`, async ({ page, partner, watched }) => {
    const release = await holdProgram(page)
    await page.goto(partner.put('light', { body: style + partner.script + partner.tag(attributes) }))
    const label = () => send(page).evaluate((button) => getComputedStyle(button).color)
    await send(page).waitFor()
    expect(await label()).toBe('lab(0 0 0)')
    release()
    await isReady(page)
    expect(await label()).toMatch(/^color\(srgb 0\.1\d* 0\.1\d* 0\.1\d*\)$/)
    expect(watched.console.filter((text) => text.includes('rendered again'))).toEqual([])
  })
}

test('a click before the main script is acknowledged, and handled when it has loaded', async ({ page, partner }) => {
  const release = await holdProgram(page)
  await page.goto(partner.put('early', { body: partner.script + partner.tag() }))
  await send(page).click()
  await expect(line(page)).toContainText('takes a few seconds')
  release()
  await expect(page.locator('.vr-summary')).toBeVisible()
  await expect(line(page)).toHaveCount(0)
})

test('a form without its main script continues on the hosted page with its input', async ({ page, partner, stack }) => {
  await noProgram(page)
  await page.goto(partner.put('early', { body: partner.script + partner.tag() }))
  await state(page).selectOption('TX')
  await firstName(page).fill('Ada')
  await send(page).click()
  await page.waitForURL(`${stack.bff}/form?locale=en`)
  await expect(firstName(page)).toHaveValue('Ada')
  await expect(state(page)).toHaveValue('TX')
  await expect(new FormPage(page, stack).agree.first()).not.toBeChecked()
})

test('a page that hides its origin has a form that continues there too @engines', async ({ page, partner, stack }) => {
  await noProgram(page)
  const headers = { 'Referrer-Policy': 'no-referrer' }
  await page.goto(partner.put('hidden', { headers, body: partner.script + partner.tag() }))
  await firstName(page).fill('Ada')
  await send(page).click()
  await page.waitForURL(`${stack.bff}/form?locale=en`)
  await expect(firstName(page)).toHaveValue('Ada')
})

for (const [why, headers, attributes] of [
  ['the page forbids the post', { 'Content-Security-Policy': "form-action 'self'" }, ''],
  ['a sandbox forbids forms', { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin' }, ''],
  ['many voters share the device', {}, 'kiosk'],
] as const) {
  test(`a form without its main script links to the official site if ${why}`, async ({ page, partner, stack }) => {
    await noProgram(page)
    const tag = partner.tag(`${attributes} official-url="https://official.example/"`)
    await page.goto(partner.put('early', { headers, body: partner.script + tag }))
    await firstName(page).fill('Ada')
    // The page tells, and the click does not wait: either may wait for ever for the navigation that the browser refused.
    let said: unknown
    await page.exposeFunction('tell', (now: unknown) => {
      said = now
    })
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('voter-registration') ?? {}
      if (!shadowRoot) throw new Error('The form has no shadow root yet.')
      const tell = () => {
        const early = shadowRoot.querySelector('.vr-early')
        const links = [...(early?.querySelectorAll('a') ?? [])].map(({ href }) => href)
        const typed = shadowRoot.querySelector<HTMLInputElement>('[name=firstName]')?.value
        const isStuck = early?.textContent.includes('can’t be sent from here') === true
        ;(globalThis as unknown as { tell(state: object): void }).tell({ isStuck, links, typed })
      }
      new MutationObserver(tell).observe(shadowRoot, { subtree: true, childList: true, characterData: true })
    })
    await send(page).click({ noWaitAfter: true })
    const links = [`${stack.bff}/form?locale=en`, 'https://official.example/']
    await expect.poll(() => said).toEqual({ isStuck: true, links, typed: 'Ada' })
  })
}

test('a form rendered again keeps values, focus and caret, and logs why', async ({ page, partner, watched }) => {
  const release = await holdProgram(page)
  await page.goto(partner.put('early', { body: partner.script + partner.tag() }))
  await state(page).selectOption('TN')
  await firstName(page).pressSequentially('Aa')
  await firstName(page).press('ArrowLeft')
  await page.locator('.vr-heading').evaluate((heading) => {
    heading.textContent = 'Changed by the page'
  })
  release()
  await isReady(page)
  await page.keyboard.type('d')
  await expect(firstName(page)).toHaveValue('Ada')
  await expect(state(page)).toHaveValue('TN')
  await expect(page.locator('.vr-heading').first()).toHaveText('Register to vote')
  expect(watched.console.filter((text) => text.includes('rendered again'))).toHaveLength(1)
})

for (const [width, locale, sentence, link] of [
  [390, 'en', 'form can’t be sent yet', 'official site'],
  [390, 'vi', 'chưa', 'chính thức'],
  [1100, 'en', 'form can’t be sent yet', 'official site'],
] as const) {
  test(`failed settings appear at the top, and no field moves: ${locale}, ${width} px`, async ({ page, partner }) => {
    await page.setViewportSize({ width, height: 844 })
    let isDown = true
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/settings*', async (route) => {
      await held
      if (isDown) await route.abort()
      else await route.continue()
    })
    await page.clock.install()
    const tag = partner.tag(`locale="${locale}" official-url="https://official.example/"`)
    await page.goto(partner.put('down', { body: partner.script + tag }))
    await page.locator('.vr-root[data-step=form]').waitFor()
    await page.evaluate(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift' })
      Object.assign(globalThis, { shifts })
    })
    const zip = page.locator('[name=zipcode], [autocomplete~=postal-code]')
    await zip.pressSequentially('37')
    const before = await zip.boundingBox()
    letGo()
    const top = page.locator('.vr-instead .vr-error')
    await expect(top).toContainText(sentence)
    await expect(top.getByRole('link', { name: link })).toHaveAttribute('href', 'https://official.example/')
    await zip.pressSequentially('2')
    expect(await zip.boundingBox()).toEqual(before)
    await expect(zip).toBeFocused()
    // It is tried again by itself.
    isDown = false
    await page.clock.runFor(6_000)
    await expect(page.locator('.vr-consent').getByRole('checkbox').first()).toBeVisible()
    await expect(top).toHaveCount(0)
    await zip.pressSequentially('01')
    await expect(zip).toHaveValue('37201')
    expect(await zip.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
  })
}

test('a first screen in the page’s HTML keeps input before the script @engines', async ({ page, partner, stack }) => {
  const html = await (await fetch(`${stack.bff}/element/${version}/form.html?locale=en`)).text()
  const release = await holdRequests(page, '**/voter-registration.js')
  const headers = { 'Content-Security-Policy': `style-src ${stack.bff}` }
  const tag = partner.tag().replace('</voter-registration>', `${html}</voter-registration>`)
  await page.goto(partner.put('written', { headers, body: partner.script + tag }), { waitUntil: 'commit' })
  await state(page).selectOption('TN')
  await firstName(page).pressSequentially('Aa')
  await firstName(page).press('ArrowLeft')
  const before = await firstName(page).boundingBox()
  release()
  await isReady(page)
  await page.keyboard.type('d')
  await expect(firstName(page)).toHaveValue('Ada')
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
  expect((await firstName(page).boundingBox())?.x).toBe(before?.x)
  expect(await page.locator('form').count()).toBe(1)
})

test('a first screen of another version keeps its input too', async ({ page, partner, stack }) => {
  const html = await (await fetch(`${stack.bff}/element/${version}/form.html?locale=es`)).text()
  const release = await holdRequests(page, '**/voter-registration.js')
  await page.route('**/first-screen.*.json', (route) => route.fulfill({ status: 404 }))
  const tag = partner.tag('locale="es"').replace('</voter-registration>', `${html}</voter-registration>`)
  await page.goto(partner.put('written', { body: partner.script + tag }), { waitUntil: 'commit' })
  await state(page).selectOption('TX')
  await firstName(page).pressSequentially('Aa')
  await firstName(page).press('ArrowLeft')
  release()
  await isReady(page)
  await page.keyboard.type('d')
  await expect(firstName(page)).toHaveValue('Ada')
  await expect(state(page)).toHaveValue('TX')
})

test('a first screen in the page’s HTML posts to the hosted page without scripts', async ({
  browser,
  partner,
  stack,
}) => {
  const html = await (await fetch(`${stack.bff}/element/${version}/form.html?locale=es`)).text()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(partner.put('written', { body: `<voter-registration>${html}</voter-registration>` }))
  await firstName(page).fill('Ada')
  await send(page).click()
  await page.waitForURL(`${stack.bff}/form?locale=es`)
  await expect(firstName(page)).toHaveValue('Ada')
  await context.close()
})

test('settings are requested once, and no policy is violated', async ({ page, partner, stack, violations }) => {
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  const head = [
    `<link rel="preconnect" href="${stack.bff}" crossorigin>`,
    `<link rel="preload" href="${stack.bff}/settings" as="fetch" crossorigin>`,
  ].join('')
  const before = asked(stack.output())
  // The script is late: by then the settings are loaded.
  await page.route('**/voter-registration.js', async (route) => {
    await expect.poll(() => asked(stack.output()) - before).toBe(1)
    await route.continue()
  })
  await page.goto(partner.put('first-sight', { head, body: partner.script + partner.tag() }))
  const form = new FormPage(page, stack)
  await form.agree.waitFor()
  expect(asked(stack.output()) - before).toBe(1)
  await form.register(aVoter())
  await form.expectStep('answer')
  expect(asked(stack.output()) - before).toBe(1)
  expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
  expect(await violations()).toEqual([])
})

test('a reload requests the settings again, not the browser’s cache', async ({ page, partner, stack }) => {
  const address = partner.put('anew', { body: partner.script + partner.tag() })
  const before = asked(stack.output())
  for (const times of [1, 2]) {
    await page.goto(address)
    await new FormPage(page, stack).agree.waitFor()
    await page.goto('about:blank')
    expect(asked(stack.output()) - before).toBe(times)
  }
})

/** Returns the number of settings requests, from the BFF's own log. */
const asked = (log: string): number => log.match(/"route":"\/settings","method":"GET"/g)?.length ?? 0

const count = Number(process.env.TYPINGS ?? 4)
const seed = Number(process.env.TYPINGS_SEED ?? Date.now() % 1_000_000)

/** When each begins, when the program comes, and what is typed where. */
const voters = fc.sample(
  fc.record({
    begin: fc.integer({ min: 100, max: 3_000 }),
    come: fc.integer({ min: 0, max: 3_000 }),
    word: fc.stringMatching(/^[a-z]{6,13}$/),
    name: fc.constantFrom('firstName', 'city'),
  }),
  { seed, numRuns: count },
)

test(`hydration loses no letter: ${count} voters @engines`, async ({ page, partner, watched, browserName }) => {
  test.setTimeout(60_000 + count * 30_000)
  if (browserName === 'chromium') {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  const lost: string[] = []
  for (const [at, { begin, come, word, name }] of voters.entries()) {
    const field = page.locator(`[name="${name}"]`)
    const release = await holdRequests(page, '**/program.js')
    await page.goto(partner.put(`typing-${at}`, { body: partner.script + partner.tag() }), { waitUntil: 'commit' })
    const coming = pause(come).then(release)
    await pause(begin)
    // Five letters a second.
    await field.pressSequentially(word, { delay: 200 })
    await coming
    await page.locator('voter-registration:state(ready)').waitFor()
    const kept = await field.inputValue()
    if (kept !== word) lost.push(`typed ${word} from ${begin} ms, program after ${come} ms, kept ${kept}`)
    await page.unroute('**/program.js')
  }
  expect(lost, `TYPINGS_SEED=${seed}`).toEqual([])
  expect(watched.console.filter((text) => text.includes('rendered again'))).toEqual([])
})
