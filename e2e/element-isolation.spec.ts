/** `isolation="none"`: the form is in the page's own document, and still does not change the rest of the page. */
import { findAccessibilityProblems } from './axe.ts'
import { hostParagraphs, notePage, pageChanges } from './page-changes.ts'
import { expect, fallbackLink, listenForEvents, openForm, strictestPolicy, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('the form in the page’s document changes nothing of it @main', async ({ page, partner, stack, violations }) => {
  const policy = strictestPolicy(stack.bff)
  // Selectors that our style sheet may use in a shadow root, but not in a page.
  const paragraphs = hostParagraphs('frame input label button')
  await notePage(page)
  const url = partner.put('open', {
    body: `${paragraphs}<script defer nonce="abc" src="${partner.file()}"></script>${partner.tag('isolation="none"')}`,
    headers: { 'Content-Security-Policy': policy },
  })
  const form = await openForm(page, stack, url)
  expect(await page.evaluate(() => document.querySelector('voter-registration > div > [data-step]') !== null)).toBe(
    true,
  )
  await expect(page.getByText('Register at official.example')).toBeHidden()
  expect(await pageChanges(page)).toEqual({ same: true, grown: ['VoterRegistration'], adopted: 2, sheets: 0 })
  const rules = await page.evaluate(() => {
    const selectors: string[] = []
    const read = (list: CSSRuleList) => {
      for (const rule of list) {
        if (rule instanceof CSSStyleRule) selectors.push(...rule.selectorText.split(/,(?![^(]*\))/))
        else if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule)) read(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of document.adoptedStyleSheets) read(sheet.cssRules)
    return selectors.map((one) => one.trim())
  })
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((one) => !/^(:host|\.vr-)/.test(one))).toEqual([])
  await form.send.click()
  await form.summary.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  const background = await form.ways.first().evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(background).not.toBe('rgba(0, 0, 0, 0)')
  expect(await violations()).toEqual([])
})

test('slots, states and the kiosk warning are the same as in a shadow root', async ({ page, partner, stack }) => {
  await listenForEvents(page)
  await page.clock.install()
  const inside = `<p slot="header">Above</p><p slot="footer">Below</p><p slot="consent-extra">Besides</p>${fallbackLink}`
  const head =
    '<style>ol, ul { list-style: none } main { font-family: monospace; --vr-radius: 3px } main .vr-root .vr-heading { letter-spacing: 5px }</style>'
  const body = `<main><h1>Partner</h1>${partner.tag('isolation="none" kiosk="90"', inside)}</main>${partner.script}`
  const form = await openForm(page, stack, partner.put('around', { head, body }))
  for (const text of ['Above', 'Below', 'Besides']) await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('Register at official.example')).toBeHidden()
  expect(await page.locator('.vr-consent').getByText('Besides').count()).toBe(1)
  // The page's fonts, tokens and styles apply to it: that is the purpose of this mode.
  const heading = form.root.getByRole('heading', { name: 'Register to vote' })
  expect(
    await heading.evaluate((one) => [getComputedStyle(one).fontFamily, getComputedStyle(one).letterSpacing]),
  ).toEqual(['monospace', '5px'])
  expect(await form.field('city').evaluate((one) => getComputedStyle(one).borderTopLeftRadius)).toBe('3px')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await form.fill(aVoter())
  await page.clock.runFor(75_000)
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await expect(warning).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  // A finger stays on a button longer than a test's click.
  await warning.getByRole('button', { name: 'Clear it now' }).hover()
  await page.mouse.down()
  await page.clock.runFor(1_000)
  await page.mouse.up()
  await expect(form.field('first_name')).toHaveValue('')
  await form.register(aVoter())
  await form.expectStep('answer')
  await expect(page.locator('voter-registration:state(result)')).toHaveCount(1)
  await expect(page.getByText('Besides')).toBeHidden()
  // The page's reset does not take the marks of the instructions.
  await expect(form.root.locator('.vr-markdown li').first()).toHaveCSS('list-style-type', 'decimal')
  expect(await page.evaluate(() => document.querySelector('voter-registration > [slot=consent-extra]') !== null)).toBe(
    true,
  )
})

test('the form survives a move into a shadow root, and is gone once removed', async ({ page, partner, stack }) => {
  const body = `<form onsubmit="document.title = 'outer'; return false">${partner.tag('isolation="none"')}</form><aside></aside>${partner.script}`
  const form = await openForm(page, stack, partner.put('move', { body }))
  await form.field('first_name').fill('Moved')
  await page.evaluate(() => {
    const inner = document.querySelector('aside')?.attachShadow({ mode: 'open' })
    inner?.append(document.querySelector('voter-registration') ?? '')
  })
  await expect(form.field('first_name')).toHaveValue('Moved')
  // The style sheet is in the shadow root too: styles of the document do not apply there.
  await expect.poll(() => form.root.evaluate((one) => getComputedStyle(one).containerType)).toBe('inline-size')
  await page.evaluate(() => {
    const element = document.querySelector('aside')?.shadowRoot?.querySelector('voter-registration') ?? ''
    document.querySelector('form')?.append(element)
  })
  await expect(form.field('first_name')).toHaveValue('Moved')
  await form.fill(aVoter())
  await form.field('city').press('Enter')
  await form.expectStep('answer')
  await expect(page).toHaveTitle('Partner')
  const left = await page.evaluate(async () => {
    const element = document.querySelector('voter-registration')
    const copy = element?.cloneNode(true)
    element?.remove()
    await new Promise((resolve) => setTimeout(resolve))
    const html = element?.innerHTML ?? ''
    document.querySelector('form')?.append(copy ?? '')
    return html
  })
  expect(left).toBe(fallbackLink)
  await form.expectStep('form')
  await expect(page.locator('[data-step]')).toHaveCount(1)
  await expect(form.field('first_name')).toHaveValue('')
})
