/** Facts about the chosen state next to the form and on the answer, and never an obstacle for the voter. */
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import type { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { expect, test } from './test.ts'
import { setUpFacts, withFacts } from './with-facts.ts'

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
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
  })
}

test('facts never move the voter’s current field', async ({ form, page, stack }) => {
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
