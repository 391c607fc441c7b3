/** The answer on paper: one sheet with the date, the address and what to bring. */
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'
import { setUpFacts, withFacts } from './with-facts.ts'

setUpFacts()

/** A usual printer's. */
const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

for (const locale of ['en', 'es']) {
  test(`the answer is one page of Letter: ${locale}`, async ({ form, page, stack }) => {
    await withFacts(stack)
    await form.open({ props: { locale } })
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-sheet')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.vr-last-day', '.vr-sheet']) {
      await expect(form.root.locator(part).first()).toBeVisible()
    }
    // A link's hint is for the screen; the text stays.
    const hints = form.root.locator('a .vr-print-hidden, .vr-markdown a > span[lang]')
    await expect(hints.first()).toBeAttached()
    for (const hint of await hints.all()) await expect(hint).toBeHidden()
    expect(await form.root.innerText()).not.toMatch(/opens in a new tab|se abre en una pestaña/i)
    const pdf = (await page.pdf({ format: 'Letter', margin })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
}
