/** "Continue on your phone": a camera reads the QR code next to the form, and the phone opens the page with the same state. */
import { accessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { test as partnered } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { readQrCode } from './read-qr-code.ts'
import { expect } from './test.ts'

const publicPage = 'https://register.partner.example/form'

/** The test with a BFF that knows its page's public URL, unlike that of the other specs. */
const test = partnered.extend<{ bff: string }>({
  bff: async ({ stack }, use) => {
    await stack.killBff()
    await stack.startBff({ PAGE_URL: publicPage })
    await use(stack.bff)
    await stack.killBff()
    await stack.startBff()
  },
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the phone opens what the code says, with the state that is chosen: ${colorScheme}`, async ({
    bff,
    browser,
    page,
    stack,
    violations,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${bff}/form?locale=es&utm_source=letter`)
    await page.locator('#form[data-alive]').waitFor()
    const form = new FormPage(page, stack)
    await form.fill(aVoter({ state: 'TX' }))
    await page.locator('summary', { hasText: 'Continuar en su teléfono' }).press('Enter')
    const code = page.getByRole('img', { name: 'Código QR' })
    await expect.poll(() => readQrCode(code)).toBe(`${publicPage}?locale=es&state=TX`)
    await form.field('state').selectOption('MA')
    await expect.poll(() => readQrCode(code)).toBe(`${publicPage}?locale=es&state=MA`)
    const read = await readQrCode(code)
    await expect(page.getByRole('link', { name: publicPage })).toHaveAttribute('href', read)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`offer-${colorScheme}.png`), fullPage: true })
    expect(await violations()).toEqual([])

    const phone = await browser.newContext({ viewport: { width: 320, height: 700 } })
    await phone.route('https://register.partner.example/**', async (route) => {
      const url = route.request().url().replace('https://register.partner.example', bff)
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    const small = await phone.newPage()
    await small.goto(read)
    await small.locator('#form[data-alive]').waitFor()
    const onPhone = new FormPage(small, stack)
    await expect(onPhone.field('state')).toHaveValue('MA')
    await expect(onPhone.field('first_name')).toHaveValue('')
    await expect(small.locator('html')).toHaveAttribute('lang', 'es')
    await expect(small.locator('#phone')).toBeHidden()
    expect(await small.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320)
    await phone.close()
  })
}

test('is gone with the form, and from paper', async ({ bff, page, stack }) => {
  await page.goto(`${bff}/form`)
  await page.locator('#form[data-alive]').waitFor()
  const offer = page.locator('#phone')
  await expect(offer).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(offer).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const form = new FormPage(page, stack)
  await form.register(aVoter())
  await form.expectStep('answer')
  await expect(offer).toBeHidden()
})

test('without scripts the code has the state of the address', async ({ bff, pageWithoutScripts }) => {
  const page = await pageWithoutScripts({ viewport: { width: 1024, height: 900 } })
  await page.goto(`${bff}/form?state=TX`)
  await page.getByText('Continue on your phone').click()
  const [picture] = await Promise.all([
    page.request.get(`${bff}/form/${await page.locator('#phone img').getAttribute('src').then(fileOf)}`),
    expect(page.getByRole('link', { name: publicPage })).toHaveAttribute('href', `${publicPage}?locale=en&state=TX`),
  ])
  expect(picture.headers()['content-type']).toBe('image/svg+xml')
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
})

const fileOf = (src: string | null): string => (src ?? '').replace(/^form\//, '')
