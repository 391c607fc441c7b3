/** The answer on paper: one sheet with the dates, the address and what to bring. */
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'
import { setUpFacts, withFacts } from './with-facts.ts'

setUpFacts()

/** A usual printer's. */
const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

for (const locale of ['en', 'es', 'fr']) {
  test(`the hosted page’s answer prints on one Letter page, without screen hints: ${locale}`, async ({
    door,
    page,
    stack,
  }) => {
    test.skip(door !== 'script', 'The hosted page is the same for both.')
    await withFacts(stack)
    const form = new FormPage(page, stack)
    await page.goto(`${stack.bff}/form?locale=${locale}`)
    await page.locator('#form[data-alive]').waitFor()
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-fact')).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.vr-last-day', '.vr-sheet']) await expect(form.root.locator(part).first()).toBeVisible()
    // A link's hint is for the screen; the text stays.
    const hints = form.root.locator('a .vr-print-hidden, .vr-markdown a > span[lang]')
    await expect(hints.first()).toBeAttached()
    for (const hint of await hints.all()) await expect(hint).toBeHidden()
    const pdf = (await page.pdf({ format: 'Letter', margin })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
}

test('the printed answer has dates, what to bring and the official address, and not the voter’s own link', async ({
  form,
  page,
  stack,
}) => {
  await withFacts(stack)
  await form.open()
  await form.register(aVoter({ state: 'AK', zipcode: '99501' }))
  await form.expectStep('answer')
  await expect(form.root.getByRole('heading', { name: 'You’re not registered yet' })).toBeVisible()
  const own = await form.root.locator('.vr-actions a').last().getAttribute('href')
  const sheet = form.root.locator('.vr-sheet')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(form.root.locator('.vr-expiry')).toBeHidden()
  // No page break is inside a deadline, or between a heading and its first deadline.
  for (const heading of await form.root.locator('.vr-facts-heading').all())
    await expect(heading).toHaveCSS('break-after', 'avoid')
  for (const entry of await form.root.locator('.vr-fact').all()) await expect(entry).toHaveCSS('break-inside', 'avoid')
  await expect(form.root).toContainText(/(Have ready:|What to bring or have at hand)/)
  await expect(sheet).toContainText(/Official address: http\S+\/state-site\/AK\//)
  await expect(form.root).toContainText(/\w+day, \w+ \d+, \d{4}: last day /)
  await expect(form.root).not.toContainText(own ?? 'there is a link')
})
