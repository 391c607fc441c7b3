/** A partner's theming of the form: tokens from anywhere, themes, density, and colors with too little contrast. */
import type { Locator, Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { expect, openForm, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

/** Returns a computed color of an element. */
const colorOf = (locator: Locator, property: 'color' | 'backgroundColor' | 'borderTopColor') =>
  locator.evaluate((element, name) => getComputedStyle(element)[name], property)

for (const [name, palette] of [
  ['dark', '--vr-color-surface:#111111;--vr-color-on-surface:#eeeeee'],
  ['blue', '--vr-color-surface:#003b5c;--vr-color-on-surface:#ffffff;--vr-color-primary:#ffcc00'],
  ['cream', '--vr-color-surface:#f4f1ea;--vr-color-on-surface:#333333'],
] as const) {
  test(`a page's text and surface determine every other color: ${name}`, async ({ page, partner, stack }) => {
    await page.emulateMedia({ colorScheme: name === 'cream' ? 'dark' : 'light' })
    const head = `<style>voter-registration{${palette}}</style>`
    const body = `<main><h1>Partner</h1>${partner.tag()}</main>${partner.script}`
    const form = await openForm(page, stack, partner.put('palette', { head, body }))
    await form.send.click()
    await expect(form.summary).toBeVisible()
    expect(await contrastProblems(page)).toEqual([])
  })
}

/** Returns what axe finds about contrast. */
const contrastProblems = async (page: Page) =>
  (await findAccessibilityProblems(page)).filter((problem) => problem.startsWith('color-contrast'))

/** Returns a color in the browser's notation, `rgb()` or `color(srgb)`, as `#rrggbb`. */
function hexOf(color: string): string {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const bytes = color.startsWith('rgb') ? parts : parts.map((part) => Math.round(part * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

test('a token that an ancestor gets later, by class or attribute, is applied', async ({ page, partner, stack }) => {
  const head = `<style>main.promo{--vr-color-primary:#ffe600} main[data-campaign]{--vr-color-primary:#0b6b3a}</style>`
  const body = `<main>${partner.tag('theme="light"')}</main>${partner.script}`
  const form = await openForm(page, stack, partner.put('later', { head, body }))
  const link = form.root.locator('.vr-consent a').first()
  await page.evaluate(() => document.querySelector('main')?.classList.add('promo'))
  await expect.poll(async () => hexOf(await colorOf(link, 'color'))).toBe('#1c1b22')
  await page.evaluate(() => document.querySelector('main')?.setAttribute('data-campaign', ''))
  await expect.poll(async () => hexOf(await colorOf(link, 'color'))).toBe('#0b6b3a')
  expect(await contrastProblems(page)).toEqual([])
})

test('barely readable colors stay readable on hover and touch', async ({ page, partner, stack }) => {
  // 4.53 : 1, the nearest gray to the limit.
  const head = '<style>voter-registration{--vr-color-primary:#767676;--vr-color-on-primary:#fff}</style>'
  const url = partner.put('hover', { head, body: partner.script + partner.tag('theme="light"') })
  const form = await openForm(page, stack, url)
  const look = () =>
    form.send.evaluate((button) => {
      const { color, backgroundColor, filter, opacity, textDecorationLine } = getComputedStyle(button)
      return { color, backgroundColor, filter, opacity, textDecorationLine }
    })
  const still = await look()
  expect(contrast(still.color, still.backgroundColor)).toBeGreaterThanOrEqual(4.5)
  await form.send.hover()
  await expect.poll(look).toEqual({ ...still, textDecorationLine: 'underline' })
  await page.mouse.down()
  expect(await look()).toEqual({ ...still, textDecorationLine: 'underline' })
  expect(still).toMatchObject({ filter: 'none', opacity: '1' })
  await page.mouse.move(0, 0)
  await page.mouse.up()
})

/** Returns the contrast of two colors in the browser's notation (WCAG 1.4.3). */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const [a, b] = [luminance(one), luminance(other)]
  return Math.max(a, b) / Math.min(a, b)
}

test('a page that changes its theme has readable colors in both @engines', async ({ page, partner, stack }) => {
  const head = `<style>html{color-scheme:light} html.dark{color-scheme:dark} :root{--vr-color-primary:#00529b}</style>`
  const url = partner.put('switch', { head, body: partner.script + partner.tag('theme="inherit"') })
  const form = await openForm(page, stack, url)
  const link = form.root.locator('.vr-consent a').first()
  const linkColor = async () => hexOf(await colorOf(link, 'color'))
  expect(await linkColor()).toBe('#00529b')
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  expect(await linkColor()).toBe('#efedf5')
  expect(await contrastProblems(page)).toEqual([])
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  expect(await linkColor()).toBe('#00529b')
})

test('tokens come from the element, an ancestor or a property @engines', async ({ page, partner, stack }) => {
  const head = '<style>main{--vr-radius:3px} voter-registration{--vr-input-height:60px}</style>'
  const appearance = `appearance='{"variables":{"input-border-width":"4px"}}'`
  const body = `<main>${partner.tag(appearance)}</main>${partner.script}`
  const form = await openForm(page, stack, partner.put('tokens', { head, body }))
  const look = () =>
    form.field('city').evaluate((field) => {
      const { borderTopLeftRadius, minHeight, borderTopWidth } = getComputedStyle(field)
      return [borderTopLeftRadius, minHeight, borderTopWidth]
    })
  expect(await look()).toEqual(['3px', '60px', '4px'])
  await page.evaluate(() => {
    const element = document.querySelector('voter-registration')
    if (element) element.appearance = { variables: { 'input-border-width': '2px' } }
  })
  await expect.poll(look).toEqual(['3px', '60px', '2px'])
})

test('a compact form is shorter, and its targets stay large enough @main', async ({ page, partner, stack }) => {
  const roomy = await openForm(page, stack, partner.put('roomy', { body: partner.script + partner.tag() }))
  const height = (await roomy.root.boundingBox())?.height ?? 0
  const url = partner.put('compact', { body: partner.script + partner.tag('density="compact"') })
  const form = await openForm(page, stack, url)
  await expect(form.root).toHaveAttribute('data-density', 'compact')
  expect((await form.root.boundingBox())?.height).toBeLessThan(height - 50)
  expect((await findAccessibilityProblems(page)).filter((problem) => problem.startsWith('target-size'))).toEqual([])
  await form.register(aVoter())
  await form.expectStep('answer')
})
