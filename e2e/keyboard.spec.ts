/** The whole way through the form by keyboard alone. */
import type { Page } from '@playwright/test'
import { fields } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

/** Returns the purpose, type or text of the focused element, also in shadow roots. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (element === null || element === document.body) return 'nothing'
    const purpose = element.getAttribute('autocomplete')?.split(' ').at(-1) ?? 'off'
    return purpose === 'off' ? (element.getAttribute('type') ?? element.tagName) : purpose
  })

/** Whether the focus is visible: an outline, or a border or shadow that only the focused element has. */
const focusIsVisible = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (!(element instanceof HTMLElement)) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom } = element.getBoundingClientRect()
    return outlineStyle !== 'none' && outlineWidth !== '0px' && bottom > 0 && top < innerHeight
  })

/** Presses Tab until this element has the focus, and checks that the focus is visible on the way. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await focusIsVisible(page), `the focus on ${await focused(page)}`).toBe(true)
    if ((await focused(page)) === wanted) return
  }
  throw new Error(`Tab does not come to ${wanted}; the focus is on ${await focused(page)}.`)
}

test('a voter registers and follows a link with the keyboard alone (WCAG 2.1.1, 2.4.3, 2.4.7) @main', async ({
  form,
  page,
  stack,
}) => {
  await form.open()
  expect(await focused(page)).toBe('nothing')
  const keys: Record<string, string> = {
    'address-level1': 'Massach',
    'postal-code': '02108',
    'given-name': 'Ada',
    'family-name': 'Sample',
    'honorific-prefix': 'Ms',
    'bday-month': 'April',
    'bday-day': '12',
    'bday-year': '1990',
    'address-line1': '10 Test Street',
    'address-level2': 'Boston',
    email: 'ada@example.org',
    tel: '617 867 2943',
  }
  for (const [purpose, value] of Object.entries(keys)) {
    await tabTo(page, purpose)
    await page.keyboard.type(value)
  }
  await tabTo(page, 'checkbox')
  await page.keyboard.press('Space')
  await tabTo(page, 'submit')
  await page.keyboard.press('Enter')
  await form.expectStep('answer')
  await expect.poll(() => form.root.evaluate((root) => root.querySelector(':focus') !== null)).toBe(true)
  await expect(form.ways).toHaveCount(2)
  const first = form.ways.first()
  for (let presses = 0; presses < 12 && !(await first.evaluate((link) => link.matches(':focus'))); presses++) {
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  expect(await focusIsVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.origin === stack.pages)
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('Shift+Tab returns the same path, and nothing traps the focus (WCAG 2.1.2)', async ({ form, page }) => {
  await form.open()
  const way: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const where = await focused(page)
    if (where === 'nothing') break
    way.push(where)
  }
  expect(way.at(-1)).toBe('submit')
  const others = ['A', 'checkbox', 'submit']
  // The languages come first: some by their names, and the rest behind one more.
  const afterLanguages = way.slice(way.indexOf('SUMMARY') + 1)
  expect(afterLanguages.filter((where) => !others.includes(where))).toHaveLength(fields.length)
  const back: string[] = []
  await form.send.focus()
  back.unshift(await focused(page))
  for (let presses = 1; presses < way.length; presses++) {
    await page.keyboard.press('Shift+Tab')
    back.unshift(await focused(page))
  }
  expect(back).toEqual(way)
})

test('the summary takes the focus, and each of its entries links to its field @main', async ({ form, page }) => {
  await form.open()
  await form.send.focus()
  await page.keyboard.press('Enter')
  await expect(form.summary).toBeFocused()
  const entries = form.summary.getByRole('link')
  const count = await entries.count()
  expect(count).toBeGreaterThanOrEqual(8)
  for (let entry = 0; entry < count; entry++) {
    await entries.nth(entry).focus()
    await page.keyboard.press('Enter')
    const landed = form.root.locator(':focus')
    await expect(landed).toHaveAttribute('aria-invalid', 'true')
    await expect(landed).toBeInViewport()
    expect(page.url()).not.toContain('#')
  }
})

test('the focus is never lost when a screen changes', { tag: '@door' }, async ({ form, page, stack }) => {
  const inForm = () => form.root.evaluate((root) => root.querySelector(':focus') !== null)
  await form.open()
  await form.fill(aVoter())
  await stack.network.close()
  await form.send.focus()
  await page.keyboard.press('Enter')
  await form.expectStep('not-sent')
  await expect.poll(inForm).toBe(true)
  await form.stop.focus()
  await page.keyboard.press('Enter')
  await expect(form.tryAgain).toBeFocused()
  await stack.network.open()
  await expect(form.tryAgain).toBeEnabled()
  await page.keyboard.press('Enter')
  await form.expectStep('answer')
  await expect.poll(inForm).toBe(true)
})

test('choosing a state changes nothing but the state (WCAG 3.2.2)', async ({ form, page, stack }) => {
  await form.open()
  const address = page.url()
  await form.field('state').focus()
  for (const key of ['T', 'e', 'x']) await page.keyboard.press(key)
  await expect(form.field('state')).toHaveValue('TX')
  await expect(form.field('state')).toBeFocused()
  await form.expectStep('form')
  expect(page.url()).toBe(address)
  expect((await stack.received()).registrations).toEqual([])
})
