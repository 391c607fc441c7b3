/** The answer on a phone: what to do at once is on the first screen, in every language, in the widest face of a system. */
import { languageCodes } from 'voter-registration/contract'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'
import { setUpFacts, withFacts } from './with-facts.ts'

setUpFacts()

/** Height of a phone's window, and of what a page has above the form, in CSS pixels. */
const phone = { width: 390, height: 844 }
const pageTop = 38

const voter = aVoter()

for (const locale of languageCodes) {
  test(`both buttons fit a phone’s first screen, below the last day and what to have ready: ${locale}`, async ({
    door,
    form,
    page,
    stack,
  }) => {
    test.skip(door !== 'script', 'The screen is the same in each door.')
    await withFacts(stack)
    await page.setViewportSize(phone)
    await page.clock.setFixedTime(new Date('2026-09-20T15:00:00Z'))
    await form.open({ props: { locale, appearance: { variables: { 'font-family': 'DejaVu Sans' } } } })
    await form.register(voter)
    await form.expectStep('answer')
    await expect(form.ways).toHaveCount(2)
    await expect(form.root.locator('.vr-last-day')).toBeVisible()
    const top = await form.root.evaluate((root) => root.getBoundingClientRect().top)
    const boxes = await form.ways.evaluateAll((ways) => ways.map((way) => way.getBoundingClientRect().bottom))
    for (const bottom of boxes) expect(bottom - top + pageTop).toBeLessThanOrEqual(phone.height)
    const above = await form.root.locator('.vr-actions').evaluate((actions) => {
      const text = [...(actions.parentElement?.children ?? [])].filter(
        (part) => (part.compareDocumentPosition(actions) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      )
      return text.map((part) => part.className)
    })
    expect(above).toEqual([
      'vr-heading',
      'vr-notice vr-practice',
      'vr-lead',
      'vr-print-hidden',
      'vr-answer-dates',
      '',
      'vr-print-hidden',
    ])
  })
}
