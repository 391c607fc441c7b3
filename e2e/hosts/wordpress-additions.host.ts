/** The plugin on a site with additions to WordPress: how the site's scripts, styles, policies and optimizers affect the form,
 *  and how voters' own settings affect both. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { test } from '../engines/voter-settings.ts'
import { FormPage } from '../form-page.ts'
import { type Stack, startStack } from '../stack.ts'
import { startProxyWithAdditions } from './additions.ts'
import { askEmbedQuestions } from './embed-questions.ts'
import { goOn, goToTheAnswer } from './whole-way.ts'
import { pluginZip } from './wordpress/administration.ts'
import { debianTree, unzip } from './wordpress/programs.ts'
import { startWordPress, type WordPressSite } from './wordpress/wordpress-site.ts'

/** The additions of a page, by their words in a test title. */
const neighbors: Readonly<Record<string, string>> = {
  'jQuery without its dollar sign, which scrolls to every anchor': 'jquery',
  'MooTools, which has classes under the browser’s names': 'mootools',
  'an optimizer that puts scripts into one file': 'combine',
}

test.describe('WordPress 6.5 with common plugins', () => {
  let stack: Stack
  let site: WordPressSite
  let stopProxy: () => Promise<void>
  let postUrl: string

  test.beforeAll(async () => {
    stack = await startStack()
    const listenOrigin = `http://127.0.0.1:${await freePort()}`
    site = await startWordPress('6.5', stack.developmentOrigin, { listenOrigin })
    stopProxy = await startProxyWithAdditions(site.origin, listenOrigin, stack.bff)
    unzip(pluginZip, site.php('echo WP_PLUGIN_DIR;'))
    site.php(`require_once 'wp-admin/includes/plugin.php'; activate_plugin('voter-registration/voter-registration.php');
      update_option('voter_registration', ['bff' => '${stack.bff}']);`)
    installAdditions(site)
    postUrl = site.php(`echo get_permalink(wp_insert_post(['post_title' => 'Register', 'post_status' => 'publish',
      'post_content' => '<!-- wp:voter-registration/form /-->']));`)
  })
  test.beforeEach(() => stack.reset())
  test.afterAll(async () => {
    await stopProxy?.()
    await site?.stop()
    await stack?.stop()
  })

  const formOn = (page: Page) => new FormPage(page, { bff: stack.bff, site: site.origin })

  /** Opens the page with some of the additions, and waits for the form. */
  async function open(page: Page, additions: string): Promise<FormPage> {
    await page.goto(`${postUrl}&with=${additions}`)
    const form = formOn(page)
    await form.agree.waitFor()
    return form
  }

  for (const [neighbor, name] of Object.entries(neighbors))
    test(`a voter with the focus reaches the answer and the next page, with ${neighbor}`, async ({ page }) => {
      const form = await open(page, name)
      await goToTheAnswer(form, stack)
      expect(await page.evaluate(() => 'heardByJQuery' in window)).toBe(false)
      await goOn(form, stack)
    })

  test('the form waits behind a banner that holds the focus, and takes none from it', async ({ page }) => {
    await page.goto(`${postUrl}&with=banner`)
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
    await goToTheAnswer(form, stack)
  })

  askEmbedQuestions('script', () => ({ stack, address: postUrl, bff: stack.bff }))
})

/**
 * Installs `site-additions.php` and its files; a page has an addition when its URL requests it: `?with=mootools`. The plugin
 * must already be installed.
 */
function installAdditions(site: WordPressSite): void {
  const folder = site.php('echo ABSPATH;')
  const files = path.join(folder, 'site')
  mkdirSync(files)
  const scripts = path.join(debianTree('libraries', ['libjs-mootools']), 'usr/share/javascript')
  copyFileSync(path.join(scripts, 'mootools/mootools-core-nc.js'), path.join(files, 'mootools.js'))
  const banner = path.join(import.meta.dirname, 'wordpress/node_modules/vanilla-cookieconsent/dist')
  for (const name of ['cookieconsent.css', 'cookieconsent.umd.js'])
    copyFileSync(path.join(banner, name), path.join(files, name))
  const element = path.join(folder, 'wp-content/plugins/voter-registration/element')
  const [version = ''] = readdirSync(element)
  const script = readFileSync(path.join(element, version, 'voter-registration.js'), 'utf8')
  writeFileSync(path.join(files, 'combined.js'), `window.first = 1;\n${script}\n;window.last = 1;`)
  const always = path.join(folder, 'wp-content/mu-plugins')
  mkdirSync(always, { recursive: true })
  cpSync(path.join(import.meta.dirname, 'wordpress/site-additions.php'), path.join(always, 'site-additions.php'))
}
