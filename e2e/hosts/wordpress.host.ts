/** The plugin in a real WordPress: an administrator installs it, both roles write posts in the real editor, a voter registers,
 *  and nothing is left after it is deleted. */
import { execFileSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import packageJson from '../../package.json' with { type: 'json' }
import { findAccessibilityProblems } from '../axe.ts'
import { root } from '../child.ts'
import { FormPage } from '../form-page.ts'
import { type Stack, startStack } from '../stack.ts'
import { withFacts } from '../with-facts.ts'
import { expectLittleCost } from './embed-cost.ts'
import { goWholeWay } from './whole-way.ts'
import { deletePlugin, installPlugin, logIn, saveSettings, settingsPage } from './wordpress/administration.ts'
import { hasPhp } from './wordpress/php.mjs'
import { PostEditor } from './wordpress/post-editor.ts'
import { installCodeSniffer, installPhp } from './wordpress/programs.ts'
import { type Release, type Role, startWordPress, type WordPressSite } from './wordpress/wordpress-site.ts'

const hosts: Readonly<Record<string, Release>> = {
  'WordPress 6.5 with SQLite': '6.5',
  'WordPress 6.1 of Debian with MariaDB': '6.1',
}

test.skip(!hasPhp(), 'not run: no PHP')

for (const [host, release] of Object.entries(hosts)) {
  test.describe
    .serial(host, () => {
      let stack: Stack
      let site: WordPressSite
      let initialState: string[]
      /** The URLs of the posts, by their author's role. */
      const posts: Partial<Record<Role, string>> = {}

      test.beforeAll(async () => {
        stack = await startStack()
        site = await startWordPress(release, stack.developmentOrigin)
        initialState = site.options()
      })
      test.afterAll(async () => {
        await site?.stop()
        await stack?.stop()
      })

      test('WordPress has the version in its name', () => {
        expect(site.php('echo get_bloginfo("version");')).toMatch(new RegExp(`^${release.replace('.', '\\.')}\\b`))
      })

      test('WordPress installs the zip as an administrator', async ({ page }) => {
        await logIn(page, site.origin, 'administrator')
        await installPlugin(page, site.origin, 'site')
        await page.locator('tr[data-slug=voter-registration]').getByRole('link', { name: 'Settings' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voter registration')
      })

      test('Site Health says that the address of the BFF is missing', async ({ page }) => {
        await logIn(page, site.origin, 'administrator')
        await expectHealth(
          page,
          site.origin,
          'Visitors cannot use the voter-registration form',
          'Set the address of your BFF.',
        )
      })

      test('the settings reject an unusable address, and say why', async ({ page }) => {
        await logIn(page, site.origin, 'administrator')
        for (const address of [
          'http://register.partner.example',
          'https://register.partner.example/?a=1',
          'nonsense://x',
        ]) {
          await saveSettings(page, site.origin, { 'Address of your BFF': address })
          await expect(page.getByText(`“${address}” is not used`)).toBeVisible()
          await expect(page.getByLabel('Address of your BFF')).toHaveValue('')
        }
      })

      test('the settings page and Site Health check the saved address', async ({ page }) => {
        await logIn(page, site.origin, 'administrator')
        await saveSettings(page, site.origin, {
          'Address of your BFF': `${stack.bff}/`,
          'Official site': 'https://official.example/register/',
        })
        await expect(page.getByLabel('Address of your BFF')).toHaveValue(stack.bff)
        await expect(page.getByText(`Version ${packageJson.version}, comes with this plugin`)).toBeVisible()
        await page.getByRole('button', { name: 'Check' }).click()
        const answers = page.locator('#voter-registration-answers li')
        await expect(answers.filter({ hasText: `The BFF at ${stack.bff} answers this page.` })).toBeVisible()
        await expect(answers.filter({ hasText: 'To do' })).toHaveCount(0)
        expect(await findAccessibilityProblems(page, '#wpbody .wrap')).toEqual([])
        await expectHealth(page, site.origin, 'Visitors can use the voter-registration form', 'The BFF answers')
      })

      for (const role of ['administrator', 'author'] as const) {
        test(`the block can be used by an ${role} in a post, which names it, without its script`, async ({ page }) => {
          await logIn(page, site.origin, role)
          const editor = await new PostEditor(page).open(site.origin, `Written by an ${role}`)
          await editor.add('voter', 'Voter registration')
          const canvas = await editor.canvas()
          await expect(canvas.getByText('The form appears here on the page.')).toBeVisible()
          // The script never runs where administrators see what other authors have written.
          expect(await canvas.locator('body').evaluate(() => customElements.get('voter-registration'))).toBeUndefined()
          expect(await page.evaluate(() => customElements.get('voter-registration'))).toBeUndefined()
          posts[role] = await editor.publish()
          expect((await stack.received()).registrations).toEqual([])
        })
      }

      test('the block shows the form to a voter, who registers and clicks a button that arrives', async ({ page }) => {
        for (const role of ['administrator', 'author'] as const) {
          await stack.reset()
          await withFacts(stack)
          await page.goto(posts[role] ?? '')
          const form = new FormPage(page, { bff: stack.bff, site: site.origin })
          await form.field('state').selectOption('IL')
          await expect(form.root.locator('.vr-facts').first()).toContainText('Illinois')
          await goWholeWay(page, stack, site.origin)
        }
      })

      test('the block moves nothing of the theme, and reports its cost', async ({ browser, browserName }) => {
        test.skip(browserName !== 'chromium', 'Other engines do not measure blocked time.')
        console.log(`${host}: ${await expectLittleCost(browser, posts.author ?? '')}`)
      })

      test('the block has the colors and font of the block theme, and no frame around it', async ({ page }) => {
        await page.goto(posts.author ?? '')
        const element = page.locator('voter-registration')
        const form = new FormPage(page, { bff: stack.bff, site: site.origin })
        await form.agree.waitFor()
        const look = () =>
          element.evaluate((target) => {
            const body = getComputedStyle(document.body)
            const inside = target.shadowRoot?.querySelector('.vr-root')
            const style = inside && getComputedStyle(inside)
            return {
              page: [body.backgroundColor, body.color, body.fontFamily],
              form: [style?.backgroundColor, style?.color, style?.fontFamily],
              frame: [getComputedStyle(target).outlineStyle, getComputedStyle(target).boxShadow],
            }
          })
        await form.field('first_name').focus()
        const { page: ofPage, form: ofForm, frame } = await look()
        expect(ofForm).toEqual(ofPage)
        expect(frame).toEqual(['none', 'none'])
        expect(await findAccessibilityProblems(page, 'voter-registration')).toEqual([])
      })

      test('the shortcode works in an author’s post', async ({ page }) => {
        await logIn(page, site.origin, 'author')
        const editor = await new PostEditor(page).open(site.origin, 'With a shortcode')
        await editor.add('shortcode', 'Shortcode')
        await page.keyboard.type('[voter_registration locale="es" heading_level="4"]')
        await page.goto(await editor.publish())
        await expect(page.getByRole('heading', { level: 4 }).first()).toBeVisible()
        await expect(page.locator('[data-step][lang=es]')).toBeVisible()
      })

      test('an author’s marked element runs no code and has no other server, and alone loads no script', async ({
        page,
      }) => {
        await logIn(page, site.origin, 'author')
        const evil = `<div data-voter-registration data-api-base="https://evil.example" data-onfocus="document.title='taken'" data-tabindex="0" data-autofocus>Evil</div>`
        const placeholder = `<div data-voter-registration data-locale="es" data-onfocus="document.title='taken'" data-tabindex="0">Marked</div>`
        const write = async (title: string, html: string) => {
          const editor = await new PostEditor(page).open(site.origin, title)
          await editor.add('html', 'Custom HTML')
          await page.keyboard.type(html)
          await page.goto(await editor.publish())
        }
        await write('Marked alone', placeholder)
        expect(await page.locator('script[src*="voter-registration.js"]').count()).toBe(0)
        await write('Marked beside a form', `${evil}${placeholder}[voter_registration]`)
        await expect(page.locator('voter-registration[api-base]')).toHaveCount(2)
        const elements = await page
          .locator('[data-voter-registration] voter-registration')
          .evaluateAll((items) =>
            items.map((item) => [item.getAttribute('api-base'), item.getAttributeNames().sort().join()]),
          )
        expect(elements).toEqual([[stack.bff, 'api-base,locale,official-url']])
        expect(await page.title()).not.toContain('taken')
      })

      test('the pattern has a heading, a sentence and the form below that heading', () => {
        const html = site.php(
          "echo do_blocks(WP_Block_Patterns_Registry::get_instance()->get_registered('voter-registration/register')['content']);",
        )
        expect(html).toMatch(/<h2[^>]*>Register to vote<\/h2>[\s\S]*<voter-registration [^>]*heading-level="3"/)
      })

      test('the page has the same markup for every visitor, so that it can be cached', async () => {
        const read = async (headers: Record<string, string>) => {
          const text = await (await fetch(posts.author ?? '', { headers })).text()
          return /<div[^>]*wp-block-voter-registration[\s\S]*?<\/voter-registration>/.exec(text)?.[0]
        }
        const first = await read({})
        expect(first).toContain('href="https://official.example/register/"')
        expect(first).not.toMatch(/nonce/i)
        expect(await read({ 'User-Agent': 'another', 'Accept-Language': 'es', Cookie: 'a=b' })).toBe(first)
      })

      test('the settings are in Spanish for a Spanish administrator', async ({ page }) => {
        site.php("update_user_meta(1, 'locale', 'es_ES'); update_option('WPLANG', 'es_ES');")
        await logIn(page, site.origin, 'administrator')
        await page.goto(site.origin + settingsPage)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registro de votantes')
        await expect(page.getByLabel('Dirección de tu BFF')).toHaveValue(stack.bff)
        const editor = await new PostEditor(page).open(site.origin, 'En español')
        await editor.add('votantes', 'Registro de votantes')
        await expect(page.getByLabel('Nombre de este formulario')).toBeVisible()
        site.php("delete_user_meta(1, 'locale'); delete_option('WPLANG');")
      })

      test('WordPress keeps nothing when the plugin is deleted', async ({ page }) => {
        await logIn(page, site.origin, 'administrator')
        expect(site.options()).toContain('voter_registration')
        await deletePlugin(page, site.origin, 'site')
        const isOurs = (name: string) => /voter/.test(name)
        expect(site.options().filter((name) => isOurs(name) && !initialState.includes(name))).toEqual([])
        const everywhere =
          site.php(`foreach (['options' => 'option_name', 'usermeta' => 'meta_key', 'postmeta' => 'meta_key'] as $table => $column)
        foreach ($wpdb->get_col("SELECT $column FROM {$wpdb->prefix}$table WHERE $column LIKE '%voter%'") as $name) echo $name, "\\n";`)
        expect(everywhere).toBe('')
        expect(site.has('wp-content/plugins/voter-registration')).toBe(false)
      })

      test('PHP logs no warning', () => {
        const isOurs = (line: string) => /plugins\/voter-registration|voter_registration/.test(line)
        expect(site.complaints().split('\n').filter(isOurs)).toEqual([])
      })
    })
}

test.describe('PHP_CodeSniffer', () => {
  test('the sniffer finds nothing against WordPress’s standard, as far as its own rules apply', () => {
    installPhp()
    installCodeSniffer()
    const standard = '--standard=e2e/hosts/wordpress/phpcs.xml'
    const run = () =>
      execFileSync('phpcs', [standard, '--extensions=php', '--report=emacs', 'src/wordpress'], {
        cwd: root,
        encoding: 'utf8',
      })
    expect(run()).toBe('')
  })
})

/** Opens Site Health, and expects an entry with this label and sentence. */
async function expectHealth(page: Page, origin: string, label: string, sentence: string): Promise<void> {
  await page.goto(`${origin}/wp-admin/site-health.php`)
  const passedTests = page.getByRole('button', { name: 'Passed tests' })
  // WordPress attaches the listener some time after the control is shown.
  await expect(async () => {
    if ((await passedTests.getAttribute('aria-expanded')) !== 'true') await passedTests.click()
    await expect(passedTests).toHaveAttribute('aria-expanded', 'true', { timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: label }).click()
  await expect(page.locator('.health-check-accordion-panel:visible').filter({ hasText: sentence })).toBeVisible()
}
