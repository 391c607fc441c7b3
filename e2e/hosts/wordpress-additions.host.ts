/** The plugin on a site that has more than WordPress: what its own scripts, styles, policies and optimizers do to the form,
 *  and what voters' own settings do to both. */
import { chromium, expect, type Page } from '@playwright/test'
import { test } from '../engines/voter-settings.ts'
import { noKeptPagesInFirefox, notDriven } from '../engines/webdriver/not-driven.ts'
import { FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import { type Stack, startStack } from '../stack.ts'
import { pluginZip } from './wordpress/administration.ts'
import { unzip } from './wordpress/programs.ts'
import { installAdditions } from './wordpress/site-additions.ts'
import { startWordPress, type WordPressSite } from './wordpress/wordpress-site.ts'

const block = '<!-- wp:voter-registration/form /-->'

/** What a page has beside the form, by how a test says it. */
const neighbors: Readonly<Record<string, string>> = {
  'jQuery without its dollar sign, which scrolls to every anchor': 'jquery',
  'MooTools, which has classes of its own under the browser’s names': 'mootools',
  'a policy of nonces and Trusted Types': 'policy',
  'an optimizer that runs scripts at the first move of the mouse': 'delay',
  'an optimizer that puts scripts into one file': 'combine',
}

test.describe('WordPress 6.5 with what sites add', () => {
  let stack: Stack
  let site: WordPressSite
  let one: string
  let two: string

  test.beforeAll(async () => {
    stack = await startStack()
    site = await startWordPress('6.5', stack.developmentOrigin)
    unzip(pluginZip, site.php('echo WP_PLUGIN_DIR;'))
    site.php(`require_once 'wp-admin/includes/plugin.php'; activate_plugin('voter-registration/voter-registration.php');
      update_option('voter_registration', ['bff' => '${stack.bff}']);`)
    installAdditions(site)
    const post = (content: string) =>
      site.php(`echo get_permalink(wp_insert_post(['post_title' => 'Register', 'post_status' => 'publish',
        'post_content' => '${content}']));`)
    one = post(block)
    two = post(`${block}<!-- wp:voter-registration/form {"locale":"es"} /-->`)
  })
  test.beforeEach(() => stack.reset())
  test.afterAll(async () => {
    await site?.stop()
    await stack?.stop()
  })

  const formOn = (page: Page, place = page.locator('[data-step]')) =>
    new FormPage(page, { bff: stack.bff, site: site.origin }, place)

  /** Opens the page with some of the additions, and waits for the form. */
  async function open(page: Page, additions: string): Promise<FormPage> {
    await page.goto(`${one}&with=${additions}`)
    const form = formOn(page)
    // An optimizer waits for it.
    await page.mouse.move(9, 9)
    await page.mouse.move(90, 90)
    await form.agree.waitFor()
    return form
  }

  /** Errors and the way to a field, then the answer: the focus goes along, and stays in view. */
  async function goToTheAnswer(form: FormPage): Promise<void> {
    await form.send.click()
    await expect(form.summary).toBeFocused()
    await form.summary.getByRole('link').nth(3).click()
    await expect(form.field('last_name')).toBeFocused()
    await expect(form.field('last_name')).toBeInViewport()
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('[data-focus]')).toBeFocused()
    expect((await stack.received()).registrations).toHaveLength(1)
  }

  async function press(form: FormPage): Promise<void> {
    await form.ways.first().click()
    await form.page.waitForURL(`${stack.pages}/**`)
    await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  }

  for (const [neighbor, name] of Object.entries(neighbors))
    test(`leads a voter, and the focus, to the answer and on, beside ${neighbor}`, async ({ page }) => {
      const form = await open(page, name)
      await goToTheAnswer(form)
      expect(await page.evaluate(() => 'heardByJQuery' in window)).toBe(false)
      await press(form)
    })

  test('waits behind a banner that holds the focus, and takes none from it', async ({ page }) => {
    await page.goto(`${one}&with=banner`)
    const form = formOn(page)
    await form.agree.waitFor()
    const reject = page.getByRole('button', { name: 'Reject all' })
    await expect(reject).toBeVisible()
    for (const name of ['Accept all', 'Reject all']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(reject).toBeHidden()
    await goToTheAnswer(form)
  })

  test('looks the same under resets with !important', async ({ page }) => {
    const looks = (shown: HTMLElement) =>
      [shown, ...shown.querySelectorAll('*')].map((element) => {
        const { color, fontSize, fontFamily, display, padding, borderTopWidth } = getComputedStyle(element)
        return [element.tagName, color, fontSize, fontFamily, display, padding, borderTopWidth].join(' ')
      })
    const wanted = await (await open(page, 'nothing')).root.evaluate(looks)
    const form = await open(page, 'resets')
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).color)).toBe('rgb(255, 0, 0)')
    expect(await form.root.evaluate(looks)).toEqual(wanted)
  })

  for (const [language, name] of Object.entries({ English: 'nothing', Arabic: 'arabic' }))
    test(`scrolls nothing sideways at 320 px, from the errors to the answer, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 256 })
      const form = await open(page, name)
      await expect(form.root).toHaveCSS('direction', language === 'Arabic' ? 'rtl' : 'ltr')
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await form.send.click()
      await form.summary.waitFor()
      expect(await overflow()).toBe(0)
      await goToTheAnswer(form)
      expect(await overflow()).toBe(0)
    })

  test('keeps two forms on a page apart, each in its language', async ({ page }) => {
    await page.goto(two)
    const [english, spanish] = [0, 1].map((at) =>
      formOn(page, page.locator('voter-registration').nth(at).locator('[data-step]')),
    ) as [FormPage, FormPage]
    await english.agree.waitFor()
    await spanish.agree.waitFor()
    await spanish.register(aVoter({ first_name: 'Bea' }))
    await spanish.expectStep('answer')
    await expect(spanish.root).toHaveAttribute('lang', 'es')
    await english.expectStep('form')
    await expect(english.field('first_name')).toHaveValue('')
    await english.register(aVoter())
    await english.expectStep('answer')
    await expect(english.root).toHaveAttribute('lang', 'en')
    const names = (await stack.received()).registrations.map(({ body }) => body.first_name)
    expect(names).toEqual(['Bea', 'Ada'])
  })

  test('shows a voter who comes back the answer, out of the browser’s cache of pages', async ({ browserName }) => {
    if (browserName === 'firefox') notDriven(noKeptPagesInFirefox)
    const { CHROMIUM = '' } = process.env
    const browser = await chromium.launch({
      ...(CHROMIUM !== '' && { executablePath: CHROMIUM }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const page = await browser.newPage()
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
    )
    const form = await open(page, 'delay')
    await form.register(aVoter())
    await form.expectStep('answer')
    await press(form)
    await page.goBack({ waitUntil: 'commit' })
    await form.expectStep('answer')
    expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
    await expect(form.ways).toHaveCount(2)
    await browser.close()
  })

  test('prints the answer with the addresses that it leads to', async ({ page }) => {
    const form = await open(page, 'nothing')
    await form.register(aVoter())
    await form.expectStep('answer')
    await page.emulateMedia({ media: 'print' })
    await expect(form.root.locator('.vr-destination').first()).toContainText(new URL(stack.pages).host)
    await expect(form.root).toHaveCSS('color', 'rgb(0, 0, 0)')
  })

  test('keeps an outline around every control with forced colors', async ({ pageFor }) => {
    const form = await open(await pageFor({ forcedColors: 'active' }), 'nothing')
    const controls = form.root.locator('input:not([type=checkbox]):visible, select:visible, button[type=submit]')
    const borders = await controls.evaluateAll((all) =>
      all.map((control) => getComputedStyle(control).borderTopStyle !== 'none' && control.clientHeight > 0),
    )
    expect(borders.length).toBeGreaterThan(10)
    expect(borders).not.toContain(false)
  })
})
