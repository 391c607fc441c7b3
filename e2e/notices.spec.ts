/** An operator publishes a notice while voters fill in the form: it is in the next form and the next answer, in every door. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { accessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

const forAll =
  'The office is closed on <b>Monday</b>. **Call** https://averylongnameofanoffice.example/without/any/space/in/it.'
const forArizona = 'A court extended the deadline.'
const notices = [
  { text: { en: forAll, ar: 'المكتب مغلق يوم الاثنين.' } },
  { text: { en: forArizona, es: 'Un tribunal amplió el plazo.' }, states: ['AZ'] },
  { text: { en: 'This was long ago.' }, to: '2020-01-01T00:00:00Z' },
]

let folder: string
test.beforeEach(async ({ stack }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'notices-'))
  write([])
  await stack.killBff()
  await stack.startBff({ NOTICE_FILE: path.join(folder, 'notices.json') })
})
test.afterEach(async ({ stack }) => {
  // The next test's BFF does not use the file.
  await stack.killBff()
  rmSync(folder, { recursive: true })
})

function write(written: unknown): void {
  const file = path.join(folder, 'notices.json')
  writeFileSync(`${file}.new`, typeof written === 'string' ? written : JSON.stringify(written))
  renameSync(`${file}.new`, file)
}

const isTold = (bff: string, origin: string) => async () =>
  JSON.stringify(await (await fetch(`${bff}/settings`, { headers: { Origin: origin } })).json()).includes(forArizona)

test('a notice that is written while a form is open is in its answer, and in the next form', { tag: '@door' }, async ({
  form,
  stack,
}) => {
  await form.open()
  await expect(form.root.getByRole('note')).toHaveCount(0)
  await form.fill(aVoter({ state: 'AZ' }))
  write(notices)
  stack.readFilesAgain()
  await expect.poll(isTold(stack.bff, stack.site)).toBe(true)
  // A broken file changes nothing.
  write('[{')
  stack.readFilesAgain()
  await expect.poll(() => stack.output()).toContain('files_refused')
  await form.send.click()
  await form.expectStep('answer')
  const said = form.root.getByRole('note')
  await expect(said).toHaveText([forAll, forArizona])

  await form.open()
  await expect(said).toHaveText([forAll])
  await form.field('state').selectOption('AZ')
  await expect(said).toHaveText([forAll, forArizona])
  await expect(form.root.locator('[aria-live=polite]').first()).toHaveText(forArizona)
  await form.field('state').selectOption('IL')
  await expect(said).toHaveText([forAll])
  await form.field('state').selectOption('AZ')
  expect(await accessibilityProblems(form.page)).toEqual([])
  await form.page.setViewportSize({ width: 320, height: 640 })
  expect(await form.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await form.page.screenshot({ path: test.info().outputPath('narrow.png') })

  // In Arabic: its own text is right to left, the English one left to right.
  await form.open({ props: { locale: 'ar' } })
  await form.field('state').selectOption('AZ')
  await expect(form.root.getByText('المكتب مغلق يوم الاثنين.')).toHaveCSS('direction', 'rtl')
  const english = form.root.getByText(forArizona)
  await expect(english).toHaveAttribute('lang', 'en')
  await expect(english).toHaveCSS('direction', 'ltr')
  await form.page.screenshot({ path: test.info().outputPath('arabic.png') })
})

test('the hosted page says it with scripts and without', async ({ browser, stack, door }) => {
  test.skip(door !== 'script', 'The hosted page is the same for both.')
  write(notices)
  stack.readFilesAgain()
  await expect.poll(isTold(stack.bff, stack.site)).toBe(true)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    const said = page.getByRole('note')
    const form = new FormPage(page, stack)
    // Without scripts the form is always on one page.
    if (javaScriptEnabled) {
      await page.goto(`${stack.bff}/form?locale=en&layout=steps`)
      await expect(said).toHaveText([forAll])
      await page.locator('#form[data-alive]').waitFor()
      await form.field('state').selectOption('AZ')
      await form.field('zipcode').fill('85001')
      await form.send.click()
      await expect(form.field('first_name')).toBeVisible()
      await expect(said.filter({ visible: true })).toHaveText([forAll, forArizona])
    }

    await page.goto(`${stack.bff}/form?locale=en`)
    if (javaScriptEnabled) await page.locator('#form[data-alive]').waitFor()
    await form.fill(aVoter({ state: 'AZ' }))
    await form.send.click()
    await form.expectStep('answer')
    await expect(said).toHaveText([forAll, forArizona])
    await page.screenshot({ path: test.info().outputPath(`answer-${javaScriptEnabled}.png`) })
    await context.close()
  }
})
