/** What was typed survives a reload, Back and Forward in the same tab: on the hosted page, and with `persist-draft` on a partner's. */
import type { Page } from '@playwright/test'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { goBackFrom, goForward, reload } from './session-history.ts'
import { expect } from './test.ts'

const voter = aVoter({ first_name: 'Keptilda', email: 'kept@example.org', phone: '+16175550123' })

/** What the tab keeps, as one text. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))

for (const place of ['own page', 'hosted page'] as const) {
  test.describe(`on the ${place}`, { tag: place === 'own page' ? '@door' : [] }, () => {
    test.beforeEach(({ door, page }) => {
      test.skip(place === 'hosted page' && door !== 'script', 'The hosted page is the same for both.')
      page.on('dialog', (dialog) => void dialog.accept())
    })

    const opened = async (form: FormPage, bff: string, query = '') => {
      const address = place === 'own page' ? form.address({ props: { persistDraft: true } }) : `${bff}/form${query}`
      await form.page.goto(address)
      await ready(form)
      return address
    }
    const ready = async (form: FormPage) => {
      await form.agree.waitFor()
      if (place === 'hosted page') await form.page.locator('#form[data-alive]').waitFor()
    }

    test('a draft is restored by reload, Back and Forward except consent, and sent once @engines', async ({
      form,
      page,
      partner,
      stack,
    }) => {
      await opened(form, stack.bff)
      await form.fill(voter)
      const typed = await form.values()
      const comesBack = async () => {
        await ready(form)
        await expect.poll(() => form.values()).toEqual(typed)
      }
      await reload(page)
      await expect(form.agree).not.toBeChecked()
      await comesBack()

      const elsewhere = partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' })
      await page.goto(elsewhere)
      await goBackFrom(page, elsewhere)
      await comesBack()
      await goForward(page)
      await page.waitForURL(elsewhere)
      await goBackFrom(page, elsewhere)
      await comesBack()

      expect(await kept(page)).toContain('Keptilda')
      await form.agree.uncheck()
      await form.agree.check()
      await form.send.click()
      await form.expectStep('answer')
      expect(await kept(page)).toBe('[]')
      expect((await stack.received()).registrations.map(({ body }) => body.email)).toEqual([voter.email])
    })
  })
}

test('a form with input from before its main script keeps it, and restores the rest', async ({
  door,
  page,
  partner,
  stack,
}) => {
  test.skip(door !== 'script', 'Only the script file draws before its program.')
  page.on('dialog', (dialog) => void dialog.accept())
  const form = new FormPage(page, stack)
  const address = partner.put('early', { body: partner.script + partner.tag('persist-draft') })
  await page.goto(address)
  await form.agree.waitFor()
  await form.field('first_name').fill('Keptilda')
  await form.field('city').fill('Boston')
  const letGo = await holdRequests(page, '**/program.js')
  await page.goto(`${address}?again`)
  await form.field('first_name').fill('Bea')
  letGo()
  await expect(form.field('city')).toHaveValue('Boston')
  await expect(form.field('first_name')).toHaveValue('Bea')
})
