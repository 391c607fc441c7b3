/** The plugin in a network of WordPress sites (multisite): installed once, with settings per site, and removed from all. */
import { expect, test } from '@playwright/test'
import { FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import { type Stack, startStack } from '../stack.ts'
import { deletePlugin, installPlugin, logIn, saveSettings } from './wordpress/administration.ts'
import { secondSite } from './wordpress/network.ts'
import { startWordPress, type WordPressSite } from './wordpress/wordpress-site.ts'

/** The sites, by path, with the name that each gives its form. */
const sites: Readonly<Record<string, string>> = { '': 'first-site', [secondSite]: 'second-site' }

test.describe
  .serial('WordPress 6.5 as a network of sites', () => {
    let stack: Stack
    let network: WordPressSite

    test.beforeAll(async () => {
      stack = await startStack()
      network = await startWordPress('6.5', stack.developmentOrigin, { isNetwork: true })
    })
    test.afterAll(async () => {
      await network?.stop()
      await stack?.stop()
    })

    test('the network has two sites', () => {
      const addresses = network.php('foreach (get_sites() as $site) echo get_home_url($site->blog_id), " ";')
      expect(addresses.trim().split(' ')).toEqual(Object.keys(sites).map((site) => network.origin + site))
    })

    test('the network installs the zip once, and has the plugin on every site', async ({ page }) => {
      await logIn(page, network.origin, 'administrator')
      await installPlugin(page, network.origin, 'network')
    })

    test('the network stores settings for each site', async ({ page }) => {
      await logIn(page, network.origin, 'administrator')
      for (const [site, name] of Object.entries(sites)) {
        await saveSettings(page, network.origin + site, {
          'Address of your BFF': stack.bff,
          'Name of this form': name,
        })
        await expect(page.getByLabel('Name of this form')).toHaveValue(name)
        await page.getByRole('button', { name: 'Check' }).click()
        const answers = page.locator('#voter-registration-answers li')
        await expect(answers.filter({ hasText: `The BFF at ${stack.bff} answers this page.` })).toBeVisible()
      }
    })

    test('the network shows each site’s form to voters, who register', async ({ page }) => {
      for (const [site, name] of Object.entries(sites)) {
        await stack.reset()
        const post = network.php(`switch_to_blog(get_blog_id_from_url($_SERVER['HTTP_HOST'], '${site}/'));
          echo get_permalink(wp_insert_post(['post_title' => 'Register', 'post_status' => 'publish',
            'post_content' => '<!-- wp:voter-registration/form /-->']));`)
        expect(post.startsWith(`${network.origin}${site}/`)).toBe(true)
        await page.goto(post)
        await expect(page.locator('voter-registration')).toHaveAttribute('partner', name)
        const form = new FormPage(page, { bff: stack.bff, site: network.origin })
        await form.agree.waitFor()
        await form.register(aVoter())
        await form.expectStep('answer')
        expect((await stack.received()).registrations).toHaveLength(1)
      }
    })

    test('the network keeps nothing on any site when the plugin is deleted', async ({ page }) => {
      const countOptions = () =>
        network.php(`foreach (get_sites(['fields' => 'ids']) as $id) foreach ($wpdb->get_col(
          "SELECT option_name FROM {$wpdb->get_blog_prefix($id)}options WHERE option_name LIKE '%voter%'") as $name) echo "$id $name\n";
          echo implode("\n", $wpdb->get_col("SELECT meta_key FROM $wpdb->sitemeta WHERE meta_key LIKE '%voter%'"));`)
      expect(countOptions()).toBe('1 voter_registration\n2 voter_registration\n')
      await logIn(page, network.origin, 'administrator')
      await deletePlugin(page, network.origin, 'network')
      expect(countOptions()).toBe('')
    })

    test('PHP logs no warning', () => {
      const isOurs = (line: string) => /plugins\/voter-registration|voter_registration/.test(line)
      expect(network.complaints().split('\n').filter(isOurs)).toEqual([])
    })
  })
