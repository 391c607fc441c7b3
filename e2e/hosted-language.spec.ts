/** The hosted page in another language, with scripts: a page of its own. */
import { FormPage } from './form-page.ts'
import { expect, test } from './partner-pages.ts'
import { goBackFrom, reload } from './session-history.ts'

const alive = (form: FormPage) => form.page.locator('#form[data-alive]').waitFor()

const spanish = 'Regístrese para votar'

/** Opens the page and presses a language, with a name and an e-mail address filled in. */
async function inSpanish(form: FormPage, address: string): Promise<void> {
  form.page.on('dialog', (dialog) => void dialog.accept())
  await form.page.goto(address)
  await alive(form)
  await form.field('first_name').pressSequentially('Ada')
  await form.replace('email', 'ada@example.org')
  await form.root.getByRole('link', { name: 'Español' }).click()
  await expect(form.root.getByRole('heading', { name: spanish })).toBeVisible()
  await alive(form)
}

test('a reload and Back keep language, layout, campaign and input @engines', async ({ page, partner, stack }) => {
  const form = new FormPage(page, stack)
  await inSpanish(form, `${stack.bff}/form?utm_source=qr`)
  expect(new URL(page.url()).search).toBe('?locale=es&utm_source=qr')
  await form.field('city').pressSequentially('Boston')
  const comesBack = async () => {
    await alive(form)
    await expect(form.root.getByRole('heading', { name: spanish })).toBeVisible()
    await expect.poll(() => form.values()).toMatchObject({ first_name: 'Ada', city: 'Boston' })
  }
  await reload(page)
  await comesBack()
  const elsewhere = partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' })
  await page.goto(elsewhere)
  await goBackFrom(page, elsewhere)
  await comesBack()
})

test('a cleared shared device has nothing of the last voter @engines', async ({ page, stack }) => {
  await page.clock.install()
  const form = new FormPage(page, stack)
  await inSpanish(form, `${stack.bff}/form?kiosk=30`)
  await page.clock.runFor(35_000)
  await expect(form.field('first_name')).toHaveValue('')
  await page.reload()
  await alive(form)
  await expect(form.field('first_name')).toHaveValue('')
  expect(await page.content()).not.toContain('ada@example.org')
  expect(new URL(page.url()).search).toBe('?locale=es&kiosk=30')
})

test('the title no longer starts with an error once all are fixed', async ({ page, stack }) => {
  const form = new FormPage(page, stack)
  await page.goto(`${stack.bff}/form?layout=steps`)
  await alive(form)
  await form.field('state').selectOption('MA')
  await form.send.click()
  await expect(page).toHaveTitle(/^Error: /)
  await form.replace('zipcode', '02108')
  await form.field('zipcode').blur()
  await expect(page).toHaveTitle(/^Step 1/)
})
