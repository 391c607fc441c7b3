/** The hosted page in steps: without scripts, with scripts, and with late scripts. */
import type { Page } from '@playwright/test'
import { accessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { test as partnered } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { goBack as goBackInHistory, goForward } from './session-history.ts'
import { expect } from './test.ts'
import { watch } from './watcher.ts'

/** The test with the hosted page's form; `open` opens it in steps in the given page. */
const test = partnered.extend<{ open: (page: Page, query?: string) => Promise<FormPage> }>({
  open: async ({ stack }, use) => {
    await use(async (page, query = '?layout=steps') => {
      await page.goto(`${stack.bff}/form${query}`)
      return new FormPage(page, stack)
    })
  },
})

const narrow = { width: 320, height: 700 }
const titles = {
  state: 'Step 1 of 5: State and ZIP code',
  name: 'Step 2 of 5: Name and birth',
  address: 'Step 3 of 5: Address',
  contact: 'Step 4 of 5: Contact',
  review: 'Step 5 of 5: Check your answers',
} as const
type Shown = keyof typeof titles

/** Waits until the step is shown, according to its heading and the page's title, and checks that it fits. */
async function at({ page, root }: FormPage, step: Shown, isWrong = false): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${isWrong ? 'Error: ' : ''}${titles[step]} – `))
  await expect(root).toHaveAttribute('data-form-step', step)
  await expect(root.getByRole('heading', { name: titles[step] })).toBeVisible()
  await expect(root.locator('.vr-summary')).toHaveCount(isWrong ? 1 : 0)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
}

const goOn = ({ root }: FormPage) => root.locator('form button.vr-button-primary').click()
const goBack = ({ root }: FormPage) => root.getByRole('button', { name: 'Back', exact: true }).click()

/** Fills in the fields of a step. */
async function fillStep(form: FormPage, step: Shown): Promise<void> {
  const { birth, agree, state, zipcode, first_name, last_name, address1, city, email } = aVoter()
  switch (step) {
    case 'state':
      await form.field('state').selectOption(state)
      return form.field('zipcode').fill(zipcode)
    case 'name':
      await form.field('first_name').fill(first_name)
      await form.field('last_name').fill(last_name)
      await form.field('month').selectOption({ index: birth.month })
      await form.field('day').fill(String(birth.day))
      return form.field('year').fill(String(birth.year))
    case 'address':
      await form.field('address1').fill(address1)
      return form.field('city').fill(city)
    case 'contact':
      return form.replace('email', email)
    case 'review':
      return form.agree.setChecked(agree)
  }
}

/** The whole way: a mistake in the first and last step, back and forth with a partial answer, a change from the review, one submit.
 *  The tick outlasts the change. */
async function wholeWay(form: FormPage, look: (step: string) => Promise<void>): Promise<void> {
  await at(form, 'state')
  await look('state')
  await form.field('state').selectOption('MA')
  await goOn(form)
  await at(form, 'state', true)
  await look('state, wrong')
  await expect(form.summary.getByRole('link')).toHaveText([/ZIP code/])
  await form.summary.getByRole('link').click()
  await expect(form.field('zipcode')).toBeFocused()
  await expect(form.field('state')).toHaveValue('MA')
  await form.field('zipcode').fill('02108')
  // Enter goes forward, never back.
  await form.field('zipcode').press('Enter')
  await at(form, 'name')
  await look('name')
  await fillStep(form, 'name')
  await form.field('year').press('Enter')
  await at(form, 'address')
  await look('address')
  await form.field('city').fill('Bos')
  // An incomplete address does not block Back.
  await goBack(form)
  await at(form, 'name')
  await expect(form.field('first_name')).toHaveValue('Ada')
  await goOn(form)
  await at(form, 'address')
  await expect(form.field('city')).toHaveValue('Bos')
  await fillStep(form, 'address')
  await goOn(form)
  await at(form, 'contact')
  await look('contact')
  await fillStep(form, 'contact')
  await form.replace('email', 'ada@')
  await goOn(form)
  await at(form, 'contact', true)
  await look('contact, wrong')
  await expect(form.summary.getByRole('link')).toHaveText([/email/i])
  await form.replace('email', 'ada@example.org')
  await goOn(form)
  await at(form, 'review')
  await fillStep(form, 'review')
  await look('review')
  await expect(form.root.locator('.vr-review')).toContainText('April 12, 1990')
  await form.root.getByRole('button', { name: /^Change Address$/ }).click()
  await at(form, 'address')
  await form.field('city').fill('Quincy')
  await goOn(form)
  await at(form, 'review')
  await expect(form.root.locator('.vr-review')).toContainText('Quincy')
  await expect(form.agree).toBeChecked()
}

const sent = expect.objectContaining({ first_name: 'Ada', city: 'Quincy', zipcode: '02108', email: 'ada@example.org' })

test('without scripts it is on one page: a mistake, Enter, one registration, and the answer after a reload @engines', async ({
  open,
  pageWithoutScripts,
  stack,
}) => {
  const page = await pageWithoutScripts({ viewport: narrow })
  const form = await open(page)
  for (const step of ['state', 'name', 'address', 'contact', 'review'] as const) await fillStep(form, step)
  await expect(form.root.getByRole('button', { name: 'Next' })).toBeHidden()
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(narrow.width)
  await form.field('city').fill('')
  await form.field('city').press('Enter')
  await expect(form.summary.getByRole('link')).toHaveText([/city/i])
  await form.field('city').fill('Quincy')
  await form.root.locator('form button.vr-button-primary').dblclick()
  await form.expectStep('answer')
  await page.reload()
  await form.expectStep('answer')
  expect(page.url()).toBe(`${stack.bff}/form`)
  await page.getByRole('button', { name: 'Register online' }).click()
  await page.waitForURL(/\/state-site\/MA$/)
  const { registrations } = await stack.received()
  expect(registrations.map(({ body }) => body)).toEqual([sent])
})

test('with scripts, on a narrow phone: the same, in one document, no barrier at any step, no policy broken @engines', async ({
  open,
  page,
  stack,
  violations,
}) => {
  await page.setViewportSize(narrow)
  const watched = watch(page.context())
  const form = await open(page)
  await page.locator('#form[data-alive]').waitFor()
  await wholeWay(form, async (step) => expect(await accessibilityProblems(page), step).toEqual([]))
  await goOn(form)
  await form.expectStep('answer')
  await expect(page).toHaveTitle(/^You’re not registered yet – /)
  const posts = watched.requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ url }) => new URL(url).pathname)).toEqual(['/registrations'])
  const { registrations } = await stack.received()
  expect(registrations.map(({ body }) => body)).toEqual([sent])
  expect(watched.errors).toEqual([])
  expect(await violations()).toEqual([])
})

test('with scripts the browser’s Back and Forward walk the steps, and a reload stays at its step @engines', async ({
  open,
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const form = await open(page)
  const alive = () => page.locator('#form[data-alive]').waitFor()
  await alive()
  await fillStep(form, 'state')
  await goOn(form)
  await fillStep(form, 'name')
  await goOn(form)
  await at(form, 'address')
  await goBackInHistory(page)
  await at(form, 'name')
  await expect(form.field('first_name')).toHaveValue('Ada')
  await page.reload()
  await alive()
  await at(form, 'name')
  await expect(form.field('first_name')).toHaveValue('Ada')
  await goBackInHistory(page)
  await at(form, 'state')
  await expect(form.field('zipcode')).toHaveValue('02108')
  await goForward(page)
  await at(form, 'name')
})

test('scripts that come late take over what was posted without them, on one page @engines', async ({
  open,
  page,
  stack,
  violations,
}) => {
  const watched = watch(page.context())
  let isSlow = true
  await page.route('**/form/*.js', (route) => (isSlow ? route.abort() : route.continue()))
  const form = await open(page)
  await fillStep(form, 'state')
  isSlow = false
  await goOn(form)
  await page.locator('#form[data-alive]').waitFor()
  await expect(form.field('zipcode')).toHaveValue('02108')
  await expect(form.root.locator('.vr-summary')).toHaveCount(0)
  for (const step of ['name', 'address', 'contact', 'review'] as const) await fillStep(form, step)
  await goOn(form)
  await form.expectStep('answer')
  const { registrations } = await stack.received()
  expect(registrations.map(({ body }) => body)).toEqual([
    expect.objectContaining({ state: 'MA', zipcode: '02108', first_name: 'Ada', city: 'Boston' }),
  ])
  expect(watched.errors.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  expect(await violations()).toEqual([])
})

test('PAGE_LAYOUT=steps serves the page in steps where the address says nothing', async ({ open, page, stack }) => {
  await stack.killBff()
  await stack.startBff({ PAGE_LAYOUT: 'steps' })
  try {
    await at(await open(page, ''), 'state')
    const form = await open(page, '?layout=page')
    await expect(form.field('email')).toBeVisible()
  } finally {
    await stack.killBff()
  }
})
