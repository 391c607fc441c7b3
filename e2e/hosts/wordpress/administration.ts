/** An administrator's actions, page by page. */
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import packageJson from '../../../package.json' with { type: 'json' }
import { root } from '../../child.ts'
import type { Role } from './wordpress-site.ts'

/** The path of the plugin's settings on a site. */
export const settingsPage = '/wp-admin/options-general.php?page=voter-registration'

/** The plugin's zip from the build. */
export const pluginZip = path.join(root, `dist/voter-registration-wordpress-${packageJson.version}.zip`)

/** Where plugins are installed: on a site, or once for a network; with the names of the links there. */
const areas = {
  site: { path: '/wp-admin', activate: 'Activate Plugin', deactivate: 'Deactivate' },
  network: { path: '/wp-admin/network', activate: 'Network Activate', deactivate: 'Network Deactivate' },
} as const

/** Logs in. @param origin the site's origin, without a trailing slash */
export async function logIn(page: Page, origin: string, role: Role): Promise<void> {
  await page.goto(`${origin}/wp-login.php`)
  // The page focuses and clears the first field a moment after it is shown.
  await expect(page.getByLabel('Username or Email Address')).toBeFocused()
  await page.getByLabel('Username or Email Address').fill(role)
  await page.getByLabel('Password', { exact: true }).fill(role)
  await page.getByRole('button', { name: 'Log In' }).click()
  // Wait for the load: in Firefox, a page that is still loading interrupts the next navigation.
  await page.waitForURL(`${origin}/wp-admin/**`)
  await expect(page.locator('#wpadminbar')).toBeVisible()
}

/** Fills in the settings by their labels, and saves them. */
export async function saveSettings(
  page: Page,
  origin: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(origin + settingsPage)
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  // Values that the browser would reject must reach the server too.
  await page.locator('form[action="options.php"]').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('.settings-error').first()).toBeVisible()
}

/** Uploads {@link pluginZip} and activates the plugin. @param origin the origin of the site, or of the network's first site */
export async function installPlugin(page: Page, origin: string, area: keyof typeof areas): Promise<void> {
  await page.goto(`${origin}${areas[area].path}/plugin-install.php?tab=upload`)
  await page.locator('#pluginzip').setInputFiles(pluginZip)
  await page.getByRole('button', { name: 'Install Now' }).click()
  await page.getByRole('link', { name: areas[area].activate }).click()
  await expect(page.getByText('Plugin activated.')).toBeVisible()
}

/** Deactivates the plugin and deletes it. @param origin as for {@link installPlugin} */
export async function deletePlugin(page: Page, origin: string, area: keyof typeof areas): Promise<void> {
  await page.goto(`${origin}${areas[area].path}/plugins.php`)
  const row = page.locator('tr[data-slug=voter-registration]')
  await row.getByRole('link', { name: areas[area].deactivate }).click()
  await expect(page.getByText('Plugin deactivated.')).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await row.getByRole('link', { name: 'Delete' }).click()
  await expect(page.getByText('was successfully deleted.')).toBeVisible()
}
