/** The element on difficult pages: old encodings, hostile style sheets, outer forms, blockers, frames and paper. */
import { FormPage } from './form-page.ts'
import { layoutShift, watchLayoutShift } from './layout-shift.ts'
import { hostParagraphs, notePage, pageChanges } from './page-changes.ts'
import { expect, openForm, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('a page in an old encoding shows the form’s texts correctly', async ({ page, partner, stack }) => {
  const url = partner.put('old-encoding', {
    body: partner.script + partner.tag(),
    headers: { 'Content-Type': 'text/html; charset=windows-1252' },
  })
  const form = await openForm(page, stack, url)
  expect(await page.evaluate(() => document.characterSet)).toBe('windows-1252')
  await expect(form.root).toContainText('You aren’t registered until you do.')
})

/** What a page's styles may do to a form in its own document. */
const torture = `html{font-size:62.5%}
*{letter-spacing:9px!important;word-spacing:20px!important;text-transform:uppercase!important;font:italic 40px/3 fantasy!important;
  color:lime!important;text-align:right!important;text-indent:90px!important;visibility:visible}
div,form,fieldset,legend{display:none!important} input,select,button{display:none!important;border:9px solid red!important}
p,span,a,label{opacity:.2!important;transform:rotate(9deg)!important}`

/** Returns the form's computed styles. */
const looks = (root: HTMLElement) =>
  [root, ...root.querySelectorAll('*')].map((element) => {
    const { color, fontSize, fontFamily, letterSpacing, display, direction, textAlign, height } =
      getComputedStyle(element)
    return [element.tagName, color, fontSize, fontFamily, letterSpacing, display, direction, textAlign, height].join(
      ' ',
    )
  })

test('a hostile page and the form do not affect each other @main', async ({ page, partner, stack }) => {
  const clean = await openForm(page, stack, partner.put('clean', { body: partner.script + partner.tag() }))
  const wanted = await clean.root.evaluate(looks)
  const url = partner.put('hostile', {
    html: 'lang="en" dir="rtl"',
    head: `<style>${torture}</style>`,
    body: `${hostParagraphs()}<script defer src="${partner.file()}"></script>${partner.tag()}`,
  })
  await notePage(page)
  const form = await openForm(page, stack, url)
  expect(await form.root.evaluate(looks)).toEqual(wanted)
  expect(await pageChanges(page)).toEqual({ same: true, grown: ['VoterRegistration'], adopted: 0, sheets: 1 })
})

test('an outer form, AMD and CommonJS are unaffected @engines', async ({ page, partner, stack }) => {
  const head = `<script>window.submits = 0; window.module = {}; window.exports = {}; window.define = () => { window.defined = true }; define.amd = {}</script>`
  const body = `<form onsubmit="submits++; return false">${partner.tag()}</form>${partner.script}`
  const form = await openForm(page, stack, partner.put('outer', { head, body }))
  await form.fill(aVoter())
  await form.field('city').press('Enter')
  await form.expectStep('answer')
  expect(
    await page.evaluate(() => [
      Reflect.get(window, 'submits'),
      'defined' in window,
      Reflect.get(window, 'module'),
      Reflect.get(window, 'exports'),
    ]),
  ).toEqual([0, false, {}, {}])
})

test('loading takes no focus, does not scroll, and moves nothing', async ({ page, partner, stack }) => {
  await watchLayoutShift(page)
  const head = '<style>voter-registration{display:block;min-height:100vh}</style>'
  const body = `<h1>Partner</h1>${partner.script}${partner.tag()}<footer>Footer</footer>`
  await openForm(page, stack, partner.put('still', { head, body }))
  await page.waitForLoadState('networkidle')
  expect(await layoutShift(page)).toBe(0)
  expect(await page.evaluate(() => [scrollY, document.activeElement === document.body])).toEqual([0, true])
})

test('a content blocker for tracking blocks nothing of the form', async ({ page, partner, stack }) => {
  await page.route(/widget|track|analytics|event/, (route) => route.abort())
  const form = await openForm(page, stack, partner.put('blocker', { body: partner.script + partner.tag() }))
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
})

test.describe('in a frame', () => {
  const frame = (sandbox: string, url: string) =>
    `<iframe title="Form" style="width:100%;height:900px" sandbox="${sandbox}" src="${url}"></iframe>`

  test('a form in snippet D’s sandbox registers, and opens a tab @main', async ({ page, partner, stack }) => {
    const inner = partner.put('inner', { body: partner.script + partner.tag() })
    const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
    await page.goto(partner.put('frame', { body: frame(sandbox, inner) }))
    const form = new FormPage(page, stack, page.frameLocator('iframe').locator('[data-step]'))
    await form.send.click()
    // Without allow-forms no form is submitted; the button works anyway.
    await expect(form.summary).toBeVisible()
    await form.register(aVoter())
    await form.expectStep('answer')
    const [opened] = await Promise.all([page.context().waitForEvent('page'), form.ways.first().click()])
    await opened.waitForURL((url) => url.origin === new URL(stack.pages).origin)
    await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  })

  test('a form in a frame with scripts alone is rejected: the page’s link is there', async ({ page, partner }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const inner = partner.put('inner', { body: partner.script + partner.tag() })
    await page.goto(partner.put('frame', { body: frame('allow-scripts', inner) }))
    await expect(page.frameLocator('iframe').getByText('Register at official.example')).toBeVisible()
    expect(errors).toEqual([])
  })
})

test('the printed answer and its addresses are readable, also from a dark page', async ({ page, partner, stack }) => {
  const head = '<style>html{color-scheme:dark} voter-registration{--vr-color-muted:#eee}</style>'
  const url = partner.put('print', { head, body: partner.script + partner.tag('theme="dark"') })
  const form = await openForm(page, stack, url)
  await form.register(aVoter())
  await form.expectStep('answer')
  await page.emulateMedia({ media: 'print' })
  await expect(form.ways.first()).toBeVisible()
  await expect(form.root.locator('.vr-destination').first()).toContainText(new URL(stack.pages).host)
  const printed = await form.root.evaluate((root) => {
    const styles = [root, ...root.querySelectorAll('*')].map((one) => getComputedStyle(one))
    const links = [...root.querySelectorAll('.vr-markdown a')].map((one) => [
      one.getAttribute('href'),
      getComputedStyle(one, '::after').content,
    ])
    return {
      colors: [...new Set(styles.map(({ color }) => color))],
      grounds: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))],
      links,
    }
  })
  expect(printed.colors).toEqual(['rgb(0, 0, 0)'])
  expect(printed.grounds).toEqual(['rgba(0, 0, 0, 0)'])
  expect(printed.links.length).toBeGreaterThan(0)
  for (const [href, after] of printed.links) expect(after).toContain(href)
})
