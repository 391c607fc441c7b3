/** Spanish is complete, the service's texts are marked as English, and a translator may rewrite everything. */
import type { Page } from '@playwright/test'
import { inMain, screens } from './every-screen.ts'
import { aVoter, playing } from './people.ts'
import { expect, test } from './test.ts'
import { watch } from './watcher.ts'

/** Returns the form's texts that are not marked as being in a different language. */
const texts = (page: Page) =>
  page.locator('[data-step]').evaluate((root) => {
    const seen: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const language = root.closest('[lang]')?.getAttribute('lang')
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      const own = element?.closest('[lang]')?.getAttribute('lang') === language
      if (own && /\p{L}{3}/u.test(text) && element?.closest('select[autocomplete~="address-level1"]') === null) {
        seen.push(text)
      }
    }
    return seen
  })

for (const screen of screens) {
  test(`no English text is left in Spanish: ${screen.name}${inMain(screen)}`, async ({ form, page, stack }) => {
    await screen.bring(form, stack, { props: { locale: 'en' } })
    await form.expectStep(screen.step)
    const english = await texts(page)
    await screen.bring(form, stack, { props: { locale: 'es' } })
    await form.expectStep(screen.step)
    await expect(form.root).toHaveAttribute('lang', 'es')
    const spanish = await texts(page)
    expect(spanish.length).toBeGreaterThan(0)
    expect(spanish.filter((text) => english.includes(text) && !isSameInBoth(text))).toEqual([])
  })
}

/** Whether a text is a name, or a word that is the same in both languages. */
function isSameInBoth(text: string): boolean {
  return /^(Error:|Mr|Mrs|Miss|Ms|Mx|Sample .*|Sandbox.*|127\.0\.0\.1.*|localhost.*)$/.test(text)
}

/** Wraps every text of the page in two nested `font` elements, as browsers' translators do, also in open shadow roots. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const nodes: Node[] = []
    for (const root of [document.body, document.querySelector('voter-registration')?.shadowRoot]) {
      const walker = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT)
      for (let node = root && walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
    }
    for (const node of nodes) {
      const parent = node.parentElement
      if (parent === null || node.textContent?.trim() === '' || parent.tagName === 'SCRIPT') continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `«${node.textContent}»`
      outer.append(inner)
      node.parentNode?.replaceChild(outer, node)
    }
  })

test('a page translator rewrites every text at every step, and the form still works', { tag: '@door' }, async ({
  context,
  form,
  page,
}) => {
  const watched = watch(context)
  await form.open()
  await translate(page)
  await form.field('state').selectOption('TN')
  await form.field('title').selectOption('Ms')
  await form.send.click()
  await form.summary.waitFor()
  await translate(page)
  await form.field('state').selectOption('OR')
  await form.field('title').selectOption('Mx')
  await form.field('state').selectOption('TN')
  await translate(page)
  await form.fill(aVoter({ title: 'Ms', state: 'TN' }))
  await translate(page)
  await form.field('state').selectOption('OR')
  await form.send.click()
  await form.expectStep('answer')
  await translate(page)
  await form.ways.first().click({ modifiers: ['ControlOrMeta'] })
  await form.expectStep('answer')
  await expect(form.ways).toHaveCount(2)
  expect(watched.errors).toEqual([])
})

for (const [step, scenario] of [
  ['not-sent', 'auth'],
  ['outcome-unknown', 'html-500'],
  ['answer', 'expired'],
] as const) {
  test(`a page translator rewrites the screens that ask: ${step}, ${scenario}`, async ({ context, form, page }) => {
    const watched = watch(context)
    await form.open()
    await translate(page)
    await form.register(aVoter({ email: playing(scenario) }))
    await form.expectStep(step)
    await translate(page)
    await form.root.getByRole('button').first().click()
    await translate(page)
    await expect(form.root).toHaveCount(1)
    expect(watched.errors).toEqual([])
  })
}
