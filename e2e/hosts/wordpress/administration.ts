/** What an administrator does, page by page. */
import { expect, type Page } from '@playwright/test'
import type { Role } from './wordpress-site.ts'

/** The plugin's settings, on a site. */
export const settingsPage = '/wp-admin/options-general.php?page=voter-registration'

/** Logs in. @param origin the address of the site, without a slash at its end */
export async function logIn(page: Page, origin: string, role: Role): Promise<void> {
  await page.goto(`${origin}/wp-login.php`)
  // The page puts the focus into the first field a moment after it is there, and empties it.
  await expect(page.getByLabel('Username or Email Address')).toBeFocused()
  await page.getByLabel('Username or Email Address').fill(role)
  await page.getByLabel('Password', { exact: true }).fill(role)
  await page.getByRole('button', { name: 'Log In' }).click()
  // Once it is loaded: Firefox has a page that is still loading interrupt the way to the next one.
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
  // What the browser would refuse gets to the server too.
  await page.locator('form[action="options.php"]').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('.settings-error').first()).toBeVisible()
}
