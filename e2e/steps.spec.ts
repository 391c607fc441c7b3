/** The form in steps, in a browser: the length of each step on a phone, keyboard alone, right to left, and the browser's Back
 *  button. With React and with the script file. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import type { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { goBack, goForward, reload } from './session-history.ts'
import { expect, test } from './test.ts'

const languages = ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht']
const steps = ['state', 'name', 'address', 'contact', 'review'] as const
/** A common phone, in CSS pixels. */
const phone = { width: 390, height: 844 }

/** Returns the prefilled values: everything except the checkbox. */
function prefill() {
  const { agree: _, birth, ...typed } = aVoter({ title: 'Ms', phone: '+16175550123' })
  return { ...typed, date_of_birth: `${birth.year}-04-${birth.day}` }
}

/** Opens the form in steps, with everything prefilled. */
async function open(form: FormPage, locale: string): Promise<void> {
  await form.page.goto(form.address({ props: { layout: 'steps', locale, prefill: prefill() } }))
  await expect(form.root).toHaveAttribute('lang', locale)
  await form.root.locator('[type=checkbox]').first().waitFor({ state: 'attached' })
}

/** Goes on to the next step, and checks the checkbox at the last. */
async function goOn(form: FormPage, to: string): Promise<void> {
  await form.send.click()
  await expect(form.root).toHaveAttribute('data-form-step', to)
  if (to === 'review') await form.agree.check()
}

/** Returns the distance from the top of the step's first control to the bottom of its first button, in pixels. */
const length = (form: FormPage) =>
  form.root.evaluate((root) => {
    const shown = [...root.querySelectorAll('select, input:not([type=hidden]), .vr-review button')]
    const first = shown.find((element) => element.checkVisibility())
    const button = root.querySelector('form button.vr-button-primary')
    if (first === undefined || button === null) return Number.NaN
    return Math.ceil(button.getBoundingClientRect().bottom - first.getBoundingClientRect().top)
  })

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const locale of languages) {
  test(`each step is at most two phone screens long, and fits 320 px: ${locale}`, async ({ form, page }) => {
    await page.setViewportSize(phone)
    await open(form, locale)
    const lengths: Record<string, number> = {}
    for (const [index, step] of steps.entries()) {
      if (index > 0) await goOn(form, step)
      await page.setViewportSize({ width: 320, height: 844 })
      expect(await overflow(page), step).toBe(0)
      await page.setViewportSize(phone)
      lengths[step] = await length(form)
    }
    console.log(`${locale}: ${JSON.stringify(lengths)}`)
    // The review has the consent, too, which is English and a translation.
    for (const step of steps)
      expect(lengths[step], step).toBeLessThanOrEqual((step === 'review' ? 2.25 : 2) * phone.height)
  })
}

for (const locale of ['en', 'ar']) {
  test(`axe finds nothing wrong at any step, with and without an error: ${locale}`, async ({ form, page }) => {
    await open(form, locale)
    for (const [index, step] of steps.entries()) {
      if (index > 0) await goOn(form, step)
      expect(await findAccessibilityProblems(page), step).toEqual([])
      if (step === 'contact') {
        await form.replace('email', 'ada@')
        await form.send.click()
        await form.summary.waitFor()
        expect(await findAccessibilityProblems(page), `${step}, wrong`).toEqual([])
        await form.replace('email', 'ada@example.org')
      }
    }
  })
}

test('a voter completes the steps with the keyboard alone, back and forth, to the answer @engines', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  await form.page.goto(form.address({ props: { layout: 'steps' } }))
  await form.root.locator('[type=checkbox]').first().waitFor({ state: 'attached' })
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
  }
  const at = (step: string) => expect(form.root).toHaveAttribute('data-form-step', step)
  await form.field('state').focus()
  await page.keyboard.type('Massach')
  await type('02108')
  await page.keyboard.press('Enter')
  await at('name')
  await expect(form.root.getByRole('heading', { name: 'Step 2 of 5: Name and birth' })).toBeFocused()
  await type('Ada', '', 'Sample', 'Ms', '', 'April', '12', '1990')
  await page.keyboard.press('Enter')
  await at('address')
  // Past the fields and "Next".
  const back = form.root.getByRole('button', { name: 'Back' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(back).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await at('name')
  await expect(form.field('first_name')).toHaveValue('Ada')
  await form.field('first_name').press('Enter')
  await at('address')
  await type('10 Test Street', '', 'Boston')
  await page.keyboard.press('Enter')
  await at('contact')
  await type('ada@example.org')
  await page.keyboard.press('Enter')
  await at('review')
  await expect(form.root.getByRole('heading', { name: 'Step 5 of 5: Check your answers' })).toBeFocused()
  await form.agree.press('Space')
  await form.agree.press('Enter')
  await form.expectStep('answer')
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('Back and Forward move through the steps; Back after the answer opens the page before; it is sent once @engines', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const before = new URL('/nowhere', stack.site).href
  await page.goto(before)
  await open(form, 'en')
  const at = (step: string) => expect(form.root).toHaveAttribute('data-form-step', step)
  const first = await page.evaluate(() => history.length)
  for (const step of ['name', 'address', 'contact', 'review']) await goOn(form, step)
  expect(await page.evaluate(() => history.length)).toBe(first + 4)
  await goBack(page)
  await at('contact')
  await expect(form.root.getByRole('heading', { name: 'Step 4 of 5: Contact' })).toBeFocused()
  await goBack(page)
  await at('address')
  await expect(form.field('city')).toHaveValue('Boston')
  await goForward(page)
  await at('contact')
  await goForward(page)
  await at('review')
  await expect(form.agree).toBeChecked()
  await form.send.click()
  await form.expectStep('answer')
  await goBack(page)
  await page.waitForURL(before)
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('persist-draft restores the same step with all input after a reload, and Back the one before @engines', {
  tag: '@door',
}, async ({ form, page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(form.address({ props: { layout: 'steps', persistDraft: true } }))
  await form.root.locator('[type=checkbox]').first().waitFor({ state: 'attached' })
  const at = (step: string) => expect(form.root).toHaveAttribute('data-form-step', step)
  await form.field('state').selectOption('MA')
  // By keys: Playwright fills Firefox's fields past React, which then knows the text only with the next press.
  await form.field('zipcode').pressSequentially('02108')
  await form.send.click()
  await at('name')
  await form.field('first_name').pressSequentially('Ada')
  await reload(page)
  await expect(form.field('first_name')).toHaveValue('Ada')
  await at('name')
  await goBack(page)
  await at('state')
  await expect(form.field('zipcode')).toHaveValue('02108')
})
