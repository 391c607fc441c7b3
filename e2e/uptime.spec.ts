/** A state's site goes down and comes back: what the voter, the status page and a partner's page show, with a real monitor
 *  that checks the sandbox's mock sites. */
import type { Page } from '@playwright/test'
import { accessibilityProblems } from './axe.ts'
import type { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test as stacked } from './test.ts'
import { type Sites, withSites } from './with-sites.ts'

const test = stacked.extend<{ sites: Sites }>({
  sites: ({ stack }, use) => withSites(stack, use),
})

test.use({ further: ['voter-civic.js'] })

const notice = (form: FormPage) => form.root.locator('.vr-site')

/** Returns the background of each of the answer's buttons: which one is more prominent. */
const weights = (form: FormPage) =>
  form.ways.evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor))

/** Advances the page's clock by a minute. */
const aMinute = (page: Page) => page.clock.fastForward(61_000)

for (const [locale, isDown, mail, again] of [
  ['en', 'is not working right now.', 'You can still register by mail.', 'is working again.'],
  ['es', 'no funciona en este momento.', 'Todavía puede registrarse por correo.', 'funciona de nuevo.'],
] as const) {
  test(`the answer shows within one poll that a site is down, and that it works again: ${locale}`, async ({
    form,
    page,
    sites,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === '/sites') asked.push(search)
    })
    await page.clock.install()
    await form.open({ props: { locale } })
    await form.register(aVoter({ state: 'MA', zipcode: '02108' }))
    await form.expectStep('answer')
    await expect(notice(form)).toBeEmpty()
    const [online, byMail] = await weights(form)
    expect(online).not.toBe(byMail)

    await sites.set('MA', 'down')
    await form.ways.first().focus()
    await aMinute(page)
    await expect(notice(form)).toContainText(isDown)
    await expect(notice(form)).toContainText(mail)
    await expect(notice(form)).toContainText(/\d{1,2}:\d{2}/)
    await expect.poll(async () => new Set(await weights(form)).size).toBe(1)
    // It stays a link, with the focus where it was.
    await expect(form.ways.first()).toBeFocused()
    await expect(form.ways.first()).toHaveAttribute('href', /\/state-site\/MA$/)
    await expect(form.ways.first()).toHaveAccessibleDescription(new RegExp(isDown))
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await accessibilityProblems(page)).toEqual([])
    }

    await sites.set('MA', 'up')
    await aMinute(page)
    await expect(notice(form)).toContainText(again)
    await expect.poll(() => weights(form)).toEqual([online, byMail])
    expect(new Set(asked)).toEqual(new Set(['?state=MA']))
  })
}

test('a voter who comes while the site is down sees it at once, also beside the form', { tag: '@door' }, async ({
  form,
  sites,
}) => {
  await sites.set('MA', 'down')
  await form.open()
  await form.field('state').selectOption('MA')
  await expect(form.root.locator('.vr-facts-slot').getByText('is not working right now.').first()).toBeVisible()
  await form.register(aVoter({ state: 'MA', zipcode: '02108' }))
  await form.expectStep('answer')
  await expect(notice(form).first()).toContainText('is not working right now.')
})

test('the status page lists outages and checks by keyboard, at 320 px', async ({ page, sites }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await sites.set('MA', 'down')
  await page.goto(`${sites.monitor}/status?state=MA`)
  const row = page.locator('tr.is-down').first()
  for (const name of ['Outages', 'Last checks']) {
    const summary = row.locator('summary').filter({ hasText: new RegExp(`^${name}$`) })
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(summary.locator('..')).toContainText('Error answer (HTTP 503)')
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
  }
})

test('the status page shows the outage first, renews itself, and is whole without scripts', async ({
  browser,
  page,
  sites,
}) => {
  await page.goto(`${sites.monitor}/status`)
  await expect(page.locator('#summary')).toContainText('No outage among')
  await page.getByLabel('State').selectOption('MA')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(page).toHaveURL(/state=MA/)
  await sites.set('MA', 'down')
  // It updates by itself, and the focus stays where it was.
  await page.getByLabel('State').focus()
  const down = page.getByRole('table', { name: 'Down now' })
  await expect(down.getByRole('row').filter({ hasText: 'Online Voter Registration' })).toContainText(
    /Down since .*checked/,
  )
  await expect(page.getByLabel('State')).toBeFocused()
  await expect(page.locator('#summary')).toContainText(/\d of \d sites (is|are) down\./)
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const without = await plain.newPage()
  await without.goto(`${sites.monitor}/status?state=MA`)
  const row = without.getByRole('table', { name: 'Down now' }).getByRole('row').nth(1)
  await expect(row).toContainText('Massachusetts')
  await expect(row).toContainText('Down since')
  await plain.close()

  await sites.set('MA', 'up')
  await expect(page.getByRole('heading', { name: 'Down now' }).locator('..')).toContainText('No site is down now.')
})
