/** Tests for what breaks embedded forms on third-party pages, run against a host. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../child.ts'
import { noKeptPagesInFirefox, notDriven } from '../engines/engine.ts'
import { test } from '../engines/voter-settings.ts'
import { type Door, FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import { startSite } from '../site.ts'
import type { Stack } from '../stack.ts'
import { type AdditionName, withAddition } from './additions.ts'
import { expectLittleCost } from './embed-cost.ts'
import { goOn, goToTheAnswer } from './whole-way.ts'

/** A page of a host. */
export interface AskedPage {
  stack: Stack
  /** Its URL, behind `startProxyWithAdditions`. */
  address: string
  /** The BFF that its form uses. */
  bff: string
  /** The page's styles do not affect the element; the React component is in the page's document. */
  door: Door
}

const formOn = ({ address, bff }: AskedPage, page: Page, place?: ReturnType<Page['locator']>) =>
  new FormPage(page, { bff, site: new URL(address).origin }, place)

/** Opens the page, with an addition or unchanged, and waits for the form. */
async function open(target: AskedPage, page: Page, addition?: AdditionName): Promise<FormPage> {
  await page.goto(addition === undefined ? target.address : withAddition(target.address, addition))
  const form = formOn(target, page)
  await form.agree.waitFor()
  return form
}

async function goWithLateScripts(target: AskedPage, page: Page): Promise<void> {
  await page.goto(withAddition(target.address, 'late'))
  await page.waitForLoadState('networkidle')
  const form = formOn(target, page)
  await expect(form.agree).toHaveCount(0)
  await page.mouse.move(9, 9)
  await page.mouse.move(90, 90)
  await form.agree.waitFor()
  await goToTheAnswer(form, target.stack)
  await goOn(form, target.stack)
}

async function goBesideTagManager(target: AskedPage, page: Page): Promise<void> {
  const form = await open(target, page, 'tags')
  await goToTheAnswer(form, target.stack)
  const tagEvents = await page.evaluate(() => Reflect.get(window, 'heardByTags') as string[])
  expect(await page.evaluate(() => Reflect.get(window, 'dataLayer').length)).toBeGreaterThan(0)
  // With a shadow root, the page's listeners learn that something was typed, but not what.
  if (target.door === 'script') expect(tagEvents).toEqual([])
  await goOn(form, target.stack)
}

/** Returns the form's computed styles, for elements that match the selector. */
const looks = (element: HTMLElement, selector: string) =>
  [element, ...element.querySelectorAll(selector)].map((item) => {
    const { color, fontSize, fontFamily, display, padding, borderTopWidth } = getComputedStyle(item)
    return [item.tagName, color, fontSize, fontFamily, display, padding, borderTopWidth].join(' ')
  })

async function lookUnderResets(target: AskedPage, page: Page): Promise<void> {
  const marginOfPage = () =>
    page.evaluate(() => getComputedStyle(document.body.appendChild(document.createElement('dd'))).marginInlineStart)
  // In the page's document its styles also match options, which the browser draws, and checkboxes, which show no text.
  const measured = target.door === 'script' ? '*' : ':not(option, [type=checkbox])'
  const expected = await (await open(target, page)).root.evaluate(looks, measured)
  const margin = await marginOfPage()
  const form = await open(target, page, target.door === 'script' ? 'resets' : 'preflight')
  expect([margin, await marginOfPage()]).toEqual(['40px', '0px'])
  expect(await form.root.evaluate(looks, measured)).toEqual(expected)
}

async function goInNarrowPage(target: AskedPage, page: Page, language: 'English' | 'Arabic'): Promise<void> {
  // Equals 1280 by 1024 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  const form = await open(target, page, language === 'Arabic' ? 'arabic' : undefined)
  await expect(form.root).toHaveCSS('direction', language === 'Arabic' ? 'rtl' : 'ltr')
  // Without a scroll bar that takes space.
  const overflow = () => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  await form.send.click()
  await form.summary.waitFor()
  expect(await overflow()).toBe(0)
  await goToTheAnswer(form, target.stack)
  expect(await overflow()).toBe(0)
}

async function registerBesideAnotherVersion(target: AskedPage, page: Page): Promise<void> {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  const files = path.join(root, 'dist/element', packageJson.version)
  const folder = `${new URL(target.address).origin}/other-version`
  const scriptPath = `${folder}/voter-registration.js`
  const otherScript = readFileSync(path.join(files, 'voter-registration.js'), 'utf8').replaceAll(
    packageJson.version,
    '9.9.9',
  )
  // Its parts lie beside it, and it checks their hashes: they stay as they are.
  await page.route(`${folder}/*`, (route) =>
    route.fulfill(
      route.request().url() === scriptPath
        ? { body: otherScript, contentType: 'text/javascript' }
        : { path: path.join(files, path.basename(route.request().url())) },
    ),
  )
  await open(target, page)
  await page.evaluate(
    ([src = '', bff = '']) => {
      const element = document.createElement('voter-registration')
      element.setAttribute('api-base', bff)
      element.setAttribute('locale', 'es')
      document.body.append(element, Object.assign(document.createElement('script'), { src }))
    },
    [scriptPath, target.bff],
  )
  const [first, second] = [0, 1].map((index) => formOn(target, page, page.locator('[data-step]').nth(index))) as [
    FormPage,
    FormPage,
  ]
  await second.agree.waitFor()
  await second.register(aVoter({ first_name: 'Bea' }))
  await expect(second.root).toHaveAttribute('data-step', 'answer')
  await expect(first.root).toHaveAttribute('data-step', 'form')
  await expect(first.field('first_name')).toHaveValue('')
  await first.register(aVoter())
  await expect(first.root).toHaveAttribute('data-step', 'answer')
  const received = await target.stack.received()
  expect(received.registrations.map(({ body }) => body.first_name)).toEqual(['Bea', 'Ada'])
  const isOfVersions = (line: string) => line.includes('this page loads version 9.9.9')
  expect(messages.filter(isOfVersions)).toHaveLength(target.door === 'script' ? 1 : 0)
}

async function goInFrame(target: AskedPage, page: Page): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-frame-'))
  const frame = `<iframe title="Form" style="width:100%;height:900px" src="${target.address}"></iframe>`
  writeFileSync(path.join(folder, 'index.html'), `<!doctype html><title>Frame</title>${frame}`)
  const outer = await startSite(folder)
  await page.goto(`${outer.origin}/`)
  const form = formOn(target, page, page.frameLocator('iframe').locator('[data-step]'))
  await form.agree.waitFor()
  await goToTheAnswer(form, target.stack)
  // States' sites forbid framing: the buttons of a form in a frame open a new tab.
  const [popup] = await Promise.all([page.context().waitForEvent('page'), form.ways.first().click()])
  await popup.waitForURL(`${target.stack.pages}/**`)
  await expect.poll(async () => (await target.stack.received()).events.length).toBe(1)
  await outer.stop()
  rmSync(folder, { recursive: true })
}

async function comeBack(target: AskedPage): Promise<void> {
  const { CHROMIUM = '' } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM !== '' && { executablePath: CHROMIUM }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage()
  await page.addInitScript(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  const form = await open(target, page)
  await form.register(aVoter())
  await form.expectStep('answer')
  await goOn(form, target.stack)
  await page.goBack({ waitUntil: 'commit' })
  await form.expectStep('answer')
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  await expect(form.ways).toHaveCount(2)
  await browser.close()
}

/** The additions of a page by their words in a test title, with a check that each is active. */
const neighbors: Readonly<Record<string, { name: AdditionName; isThere: () => boolean }>> = {
  'a policy of nonces and Trusted Types': {
    name: 'policy',
    isThere() {
      try {
        document.createElement('p').innerHTML = 'text'
        return false
      } catch {
        return true
      }
    },
  },
  'a library that changes the language’s own objects': {
    name: 'prototypes',
    isThere: () => JSON.stringify([1]) === '"changed"',
  },
}

const resetsOf: Readonly<Record<Door, string>> = {
  script: 'the form looks the same under resets with !important',
  react: 'the form looks the same under the reset of a CSS framework',
}

/**
 * Defines a test for each question, in the enclosing `describe`.
 *
 * @param getPage returns the page once the host runs
 */
export function askEmbedQuestions(door: Door, getPage: () => Omit<AskedPage, 'door'>): void {
  const getTarget = () => ({ ...getPage(), door })
  test.describe(() => {
    test.beforeEach(() => getTarget().stack.reset())

    for (const [neighbor, { name, isThere }] of Object.entries(neighbors))
      test(`a voter with the focus reaches the answer and the next page, with ${neighbor}`, async ({ page }) => {
        const form = await open(getTarget(), page, name)
        expect(await page.evaluate(isThere)).toBe(true)
        await goToTheAnswer(form, getTarget().stack)
        await goOn(form, getTarget().stack)
      })

    test('a voter with the focus reaches the answer and the next page, with scripts that run at the first mouse move', ({
      page,
    }) => goWithLateScripts(getTarget(), page))

    test('a voter with the focus reaches the answer and the next page, with a tag manager that listens to everything', ({
      page,
    }) => goBesideTagManager(getTarget(), page))

    test('a voter with the focus reaches the answer in a frame of another site', ({ page }) =>
      goInFrame(getTarget(), page))

    if (door === 'script') {
      test('the form moves nothing of the page, and reports its cost', async ({ browser, browserName }) => {
        test.skip(browserName !== 'chromium', 'Other engines do not measure blocked time.')
        console.log(await expectLittleCost(browser, getTarget().address))
      })
    }
    test('registrations of two forms of two versions arrive', ({ page }) =>
      registerBesideAnotherVersion(getTarget(), page))

    test(resetsOf[door], ({ page }) => lookUnderResets(getTarget(), page))

    for (const language of ['English', 'Arabic'] as const)
      test(`the form scrolls nothing sideways at 320 px, from the errors to the answer, in ${language}`, ({ page }) =>
        goInNarrowPage(getTarget(), page, language))

    test('the answer is shown to a returning voter, from the browser’s back/forward cache', async ({ browserName }) => {
      if (browserName === 'firefox') notDriven(noKeptPagesInFirefox)
      await comeBack(getTarget())
    })
  })
}
