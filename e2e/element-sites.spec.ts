/** `<voter-site-status>` on a third-party page, with the strictest content security policy. */
import { accessibilityProblems } from './axe.ts'
import { expect, test as onPages } from './partner-pages.ts'
import { type Sites, withSites } from './with-sites.ts'

const test = onPages.extend<{ sites: Sites }>({
  sites: ({ stack }, use) => withSites(stack, use),
})

const fallback = '<a href="https://official.example/">Status at official.example</a>'

test('one tag shows which sites of a state work, and renews that', async ({
  page,
  partner,
  sites,
  stack,
  violations,
  watched,
}) => {
  await page.clock.install()
  const host = new URL(partner.file()).origin
  const url = partner.put('sites', {
    body: `<main><h1>Our elections</h1><voter-site-status api-base="${stack.bff}" state="MA" locale="es">${fallback}</voter-site-status></main>`,
    head: `<script async src="${partner.file('voter-site-status.js')}"></script>`,
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src ${host}; connect-src ${stack.bff}; style-src 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  })
  await page.goto(url)
  const list = page.getByRole('region', { name: '¿Funcionan los sitios electorales de los estados?' })
  const site = list.locator('[data-site]').first()
  await expect(site).toContainText('Online Voter RegistrationFunciona')
  await expect(page.getByText('Status at official.example')).toBeHidden()
  await sites.set('MA', 'down')
  await page.clock.fastForward(61_000)
  await expect(site).toContainText('No funciona')
  for (const name of ['Interrupciones de los últimos 90 días', 'Últimas comprobaciones']) {
    const summary = site.locator('summary').filter({ hasText: name })
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(summary.locator('..')).toContainText('Respuesta de error (HTTP 503)')
  }
  for (const width of [320, 900]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await violations()).toEqual([])
  expect(watched.errors).toEqual([])
})

test('where the BFF watches no sites, the fallback content stays @main', async ({ page, partner, stack }) => {
  const asked = page.waitForResponse((response) => response.url().endsWith('/settings'))
  await page.goto(
    partner.put('none', {
      body: `<voter-site-status api-base="${stack.bff}">${fallback}</voter-site-status>`,
      head: `<script async src="${partner.file('voter-site-status.js')}"></script>`,
    }),
  )
  await asked
  await expect(page.getByText('Status at official.example')).toBeVisible()
  await expect(page.locator('voter-site-status [role=region], voter-site-status section')).toHaveCount(0)
})
