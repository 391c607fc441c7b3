/** `display="dialog"`: the form opens in a dialog, never by itself, and loses nothing when it is closed. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { expect, getEvents, listenForEvents, type Partner, strictestPolicy, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

const far = Array.from({ length: 60 }, (_, index) => `<p>Paragraph ${index}</p>`).join('')
const opener = '<a href="#official" data-voter-registration-open>Start here</a>'

/** Opens a page whose form is loaded but closed. */
async function openClosed(
  page: Page,
  partner: Partner,
  attributes: string,
  parts: { body?: string; head?: string } = {},
) {
  await listenForEvents(page)
  const { body = opener, head = '' } = parts
  await page.goto(partner.put('display', { head, body: `${body}${partner.tag(attributes)}${far}${partner.script}` }))
  await page.waitForFunction(() => document.querySelector('voter-registration:state(ready)') !== null)
}

const dialogOf = (page: Page) => page.locator('voter-registration dialog')
const names = async (page: Page) =>
  (await getEvents(page)).map(([name]) => name).filter((name) => /open|close/.test(name))

for (const isolation of ['shadow', 'none']) {
  test(`the dialog opens from a link, keeps and returns the focus (${isolation})`, async ({ page, partner, stack }) => {
    await openClosed(page, partner, `display="dialog" isolation="${isolation}"`)
    const form = new FormPage(page, stack)
    const dialog = dialogOf(page)
    await expect(dialog).toBeHidden()
    await expect(form.root).toBeHidden()
    expect(await names(page)).toEqual([])
    const start = page.getByRole('link', { name: 'Start here' })
    await start.focus()
    await page.keyboard.press('Enter')
    await expect(form.root.getByRole('heading', { name: 'Register to vote' })).toBeFocused()
    await expect(page.getByRole('dialog', { name: 'Register to vote' })).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')

    // Tab moves through the dialog and the browser's own UI, never to the page behind.
    const reached = new Set<string>()
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      reached.add(
        await page.evaluate(() => document.activeElement?.closest('voter-registration, body')?.localName ?? ''),
      )
      reached.add(
        await page.evaluate(() => document.activeElement?.textContent ?? '').then((text) => `${text === 'Start here'}`),
      )
    }
    expect([...reached]).not.toContain('true')

    await form.field('first_name').fill('Ada')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(start).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.field('first_name')).toHaveValue('Ada')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(start).toBeFocused()
    await expect.poll(() => names(page)).toEqual(['vr-open', 'vr-close', 'vr-open', 'vr-close'])
  })
}

test('the page behind the dialog does not scroll, and keeps its position', async ({ page, partner }) => {
  await openClosed(page, partner, 'display="dialog"', {
    head: '<style>html { overflow-y: scroll !important; scroll-behavior: smooth }</style>',
    body: `${far}${opener}`,
  })
  await page.getByRole('link', { name: 'Start here' }).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  await page.getByRole('link', { name: 'Start here' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.mouse.wheel(0, -300)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await expect.poll(() => page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).toBe('')
})

test('the dialog fires no wrong event when it is removed or replaced while it closes', async ({ page, partner }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  for (const ends of ['remove', 'replace'] as const) {
    await openClosed(page, partner, 'display="dialog"')
    await page.getByRole('link', { name: 'Start here' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await page.locator('voter-registration').evaluate((element: HTMLElement & { close(): void }, how) => {
      element.close()
      const other = document.createElement('voter-registration')
      if (how === 'remove') element.remove()
      else element.replaceWith(other)
    }, ends)
    // The browser reports a close in a task of its own.
    await page.evaluate(() => new Promise((after) => requestAnimationFrame(() => setTimeout(after))))
  }
  expect(errors).toEqual([])
})

test('a dialog that is reopened immediately fires both events in order', async ({ page, partner }) => {
  await openClosed(page, partner, 'display="dialog"')
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.locator('voter-registration').evaluate((element: HTMLElement & { open(): void; close(): void }) => {
    element.close()
    element.open()
  })
  await expect.poll(() => names(page)).toEqual(['vr-open', 'vr-close', 'vr-open'])
  await expect(dialogOf(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => names(page)).toEqual(['vr-open', 'vr-close', 'vr-open', 'vr-close'])
  expect(await page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).toBe('')
})

test('the dialog works in Spanish under the strictest policy @main', async ({ page, partner, stack, violations }) => {
  const policy = strictestPolicy(stack.bff)
  const body = `<main><h1>Partner</h1>${opener}${partner.tag('display="dialog" locale="es"')}</main><script defer nonce="abc" src="${partner.file()}"></script>`
  await page.goto(partner.put('dialog', { html: 'lang="es"', body, headers: { 'Content-Security-Policy': policy } }))
  await page.waitForFunction(() => document.querySelector('voter-registration:state(ready)') !== null)
  const form = new FormPage(page, stack)
  await expect(page.getByText('Register at official.example')).toBeHidden()
  await page.getByRole('link', { name: 'Start here' }).click()
  await form.agree.first().waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(
    await dialogOf(page).evaluate((dialog) => {
      const { borderLeftWidth, borderRightWidth, borderBottomWidth } = getComputedStyle(dialog)
      return [borderLeftWidth, borderRightWidth, borderBottomWidth]
    }),
  ).toEqual(['0px', '0px', '0px'])
  await form.register(aVoter())
  await form.expectStep('answer')
  await expect(dialogOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('link', { name: 'Start here' }).click()
  await form.expectStep('answer')
  expect(await violations()).toEqual([])
})

test('the dialog cannot be closed while the registration is being sent', async ({ page, partner, stack }) => {
  await openClosed(page, partner, 'display="dialog"')
  const form = new FormPage(page, stack)
  await page.getByRole('link', { name: 'Start here' }).click()
  const answer = await holdRequests(page, '**/registrations*')
  await form.register(aVoter())
  await form.expectStep('sending')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.evaluate(() => document.querySelector('voter-registration')?.close())
  await expect(dialogOf(page)).toBeVisible()
  answer()
  await form.expectStep('answer')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
})

test('the dialog survives a page’s style rules, also right to left', async ({ page, partner, stack }) => {
  const head =
    '<style>* { visibility: hidden !important; font: 3px monospace !important; direction: rtl } dialog { display: none !important } a { visibility: visible !important; font: 20px serif !important }</style>'
  await openClosed(page, partner, 'display="dialog" locale="ar"', { head })
  const form = new FormPage(page, stack)
  const dialog = dialogOf(page)
  await page.getByRole('link', { name: 'Start here' }).click()
  await form.agree.first().waitFor()
  await expect(dialog).toHaveAttribute('dir', 'rtl')
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 256 })
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test('the dialog on a shared device warns inside, and closes when it is cleared', async ({ page, partner, stack }) => {
  await page.clock.install()
  await openClosed(page, partner, 'display="dialog" kiosk="90"')
  const form = new FormPage(page, stack)
  await page.getByRole('link', { name: 'Start here' }).click()
  await form.field('first_name').fill('Ada')
  await page.clock.runFor(75_000)
  await expect(dialogOf(page).getByRole('button', { name: 'I’m still here' })).toBeInViewport()
  await page.clock.runFor(25_000)
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'Start here' }).click()
  await expect(form.field('first_name')).toHaveValue('')
})

test('the dialog’s link navigates if the form cannot be shown', async ({ page, partner }) => {
  const head = '<script>customElements.define = () => { throw new Error("broken") }</script>'
  await page.goto(partner.put('broken', { head, body: `${opener}${partner.tag('display="dialog"')}${partner.script}` }))
  await page.getByRole('link', { name: 'Start here' }).click()
  expect(new URL(page.url()).hash).toBe('#official')
})

test('open() before the form is loaded opens it then; once removed, the page scrolls', async ({ page, partner }) => {
  await page.goto(
    partner.put('early', { body: `${partner.tag('display="dialog" loading="lazy"')}${far}${partner.script}` }),
  )
  await page.waitForFunction(() => customElements.get('voter-registration') !== undefined)
  await page.evaluate(() => document.querySelector('voter-registration')?.open())
  await expect(dialogOf(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('voter-registration')?.remove())
  await expect.poll(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('')
})
