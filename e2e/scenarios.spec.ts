/** Every scenario of the sandbox's table leads to its screen. A scenario without an expectation here is a failure. */
import type { FormPage, Step } from './form-page.ts'
import { aVoter, playing } from './people.ts'
import { expect, test } from './test.ts'

interface Expected {
  step: Step
  /** Whether the sandbox has the registration in the end. */
  accepted: boolean
  /** Number of the answer's buttons that are links. */
  ways?: number
  /** Additional expectations. */
  also?: (form: FormPage) => Promise<void>
}

const answered = (ways = 2, also?: Expected['also']): Expected => ({
  step: 'answer',
  accepted: true,
  ways,
  ...(also && { also }),
})
const notSent = (): Expected => ({ step: 'not-sent', accepted: false })
const maybe = (accepted: boolean): Expected => ({ step: 'outcome-unknown', accepted })
const refused = (): Expected => ({ step: 'form', accepted: false })

/** Expects that the text runs and loads nothing, and links only to the web, e-mail and phone. */
async function textIsHarmless(form: FormPage): Promise<void> {
  const text = form.root.locator('.vr-markdown')
  expect(await form.page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(text.locator('img, script, style, iframe, form, input, button, object, link')).toHaveCount(0)
  const hrefs = await text.locator('a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(hrefs.filter((href) => !/^(https?:\/\/|mailto:|tel:)/.test(href) || href.includes('evil'))).toEqual([])
  const headings = await form.root
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((all) => all.map(({ tagName }) => tagName))
  expect(headings.filter((heading) => heading === 'H1')).toEqual([])
}

const expected: Record<string, Expected> = {
  slow: answered(),
  hang: maybe(true),
  reset: maybe(true),
  'bad-json': maybe(true),
  'html-200': maybe(true),
  'html-429': notSent(),
  'html-500': maybe(false),
  'busy-503': maybe(false),
  maintenance: maybe(false),
  'slow-hour': answered(),
  'html-403': notSent(),
  'block-1020': notSent(),
  'json-403': notSent(),
  auth: notSent(),
  'detail-400': notSent(),
  redirect: maybe(false),
  'field-errors': refused(),
  'form-error': refused(),
  'unknown-key-error': refused(),
  'one-button': answered(1),
  'no-button': answered(0),
  'three-buttons': answered(2),
  'two-primary': answered(2),
  'no-primary': answered(2),
  'long-label': answered(2, async (form) => {
    await expect(form.ways.first()).toContainText('<b>now</b> &')
    const sideways = await form.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  }),
  expired: answered(1),
  expiring: answered(1),
  'odd-url': answered(1),
  'html-markdown': answered(2, textIsHarmless),
  'long-markdown': answered(2),
  huge: maybe(true),
  'empty-answer': maybe(true),
}

/** Scenarios that differ only after a button press: the tracking spec has one test for each of them. */
const pressed = /^(odd-event-.+|track-(fails|breaks|slow))$/

test('the table of the sandbox and the expectations here name the same scenarios @main', async ({ stack }) => {
  const table = (await (await fetch(`${stack.sandbox}/_sandbox/scenarios`)).json()) as { name: string }[]
  const names = table.map(({ name }) => name).filter((name) => !pressed.test(name))
  expect(new Set(names)).toEqual(new Set(Object.keys(expected)))
})

/** The most frequent scenarios: `npm test` plays these. */
const mainScenarios = new Set([
  'auth',
  'field-errors',
  'form-error',
  'html-500',
  'no-button',
  'expired',
  'html-markdown',
])

for (const [name, { step, accepted, ways, also }] of Object.entries(expected)) {
  test(`scenario ${name} shows ${step}${ways === undefined ? '' : ` with ${ways} buttons`}${mainScenarios.has(name) ? ' @main' : ''}`, async ({
    form,
    stack,
  }) => {
    await form.open()
    await form.fill(aVoter({ email: playing(name) }))
    const typed = await form.values()
    await form.send.click()
    await expect(form.root).not.toHaveAttribute('data-step', 'sending')
    if (step === 'form') await form.summary.waitFor()
    await form.expectStep(step)
    expect((await stack.received()).registrations).toHaveLength(accepted ? 1 : 0)
    if (step === 'not-sent' || step === 'outcome-unknown') await expect(form.officialSite.first()).toBeVisible()
    if (step === 'form') expect(await form.values()).toEqual(typed)
    if (ways !== undefined) await expect(form.ways).toHaveCount(ways)
    await also?.(form)
  })
}
