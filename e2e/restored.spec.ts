/** The browser is closed and opened again, or the device sleeps: nothing typed is lost, nothing is sent twice, and no
 *  voter's data is left on a shared device. On a partner's page, and on the hosted page, with scripts and without. */
import type { Page } from '@playwright/test'
import { type Door, FormPage } from './form-page.ts'
import { test } from './own-browser.ts'
import { aVoter, playing } from './people.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

const voter = aVoter({ first_name: 'Qwertilda', email: 'restored@example.org' })

type Place = 'own page' | 'hosted page' | 'hosted page without scripts'

/** Returns the form in a page, and how to open it. */
function formAt(place: Place, page: Page, stack: Stack, door: Door) {
  const form = new FormPage(page, stack, page.locator('[data-step]'), door)
  const ready = async () => {
    await form.agree.waitFor()
    if (place === 'hosted page') await page.locator('#form[data-alive]').waitFor()
  }
  return {
    form,
    ready,
    open: async (isKiosk = false) => {
      const own = form.address({ props: isKiosk ? { kiosk: true } : {} })
      await page.goto(place === 'own page' ? own : `${stack.bff}/form${isKiosk ? '?kiosk' : ''}`)
      await ready()
    },
  }
}

async function expectEmpty({ form, ready }: ReturnType<typeof formAt>): Promise<void> {
  await ready()
  await form.expectStep('form')
  await expect(form.agree).not.toBeChecked()
  await expect.poll(async () => new Set(Object.values(await form.values()))).toEqual(new Set(['']))
  expect(await form.page.content()).not.toContain(voter.first_name)
}

const sent = async (stack: Stack) => (await stack.received()).registrations.map(({ body }) => body.email)

for (const place of ['own page', 'hosted page', 'hosted page without scripts'] as const) {
  test.describe(`a restored tab of the ${place}`, { tag: place === 'own page' ? '@door' : [] }, () => {
    test.beforeEach(({ door }) => {
      test.skip(place !== 'own page' && door !== 'script', 'The hosted page is the same for both.')
    })

    const settings = { javaScriptEnabled: place !== 'hosted page without scripts' }

    // The browser restores fields of the page's HTML. It leaves a form from scripts empty, and without `persist-draft` we store
    // nothing: the form makes the browser prompt before such a tab is closed, see leaving.spec.
    if (place !== 'own page')
      test('input is restored, consent is asked again, and the form is sent once @engines', async ({
        own,
        stack,
        door,
      }) => {
        const before = formAt(place, await own.open(settings), stack, door)
        await before.open()
        await before.form.fill(voter)
        const typed = await before.form.values()
        const { form, ready } = formAt(place, await own.restart(), stack, door)
        await ready()
        expect(own.hasKept(voter.first_name)).toBe(true)
        await expect.poll(() => form.values()).toEqual(typed)
        if (place === 'hosted page without scripts') await expect(form.agree).not.toBeChecked()
        else {
          await form.send.click()
          await expect(form.summary).toContainText('Check the box')
          await expect(form.agree).not.toBeChecked()
          expect(await sent(stack)).toEqual([])
        }
        await form.agree.uncheck()
        await form.agree.check()
        await form.send.click()
        await form.expectStep('answer')
        expect(await sent(stack)).toEqual([voter.email])
      })

    test('the answer is there again, and nothing is sent twice @engines', async ({ own, stack, door }) => {
      test.skip(place === 'hosted page without scripts', 'The browser asks before it sends the form again.')
      const before = formAt(place, await own.open(settings), stack, door)
      await before.open()
      await before.form.register(voter)
      await before.form.expectStep('answer')
      const reference = await before.form.root.getByText('If you ask for help, mention:').innerText()
      const { form } = formAt(place, await own.restart(), stack, door)
      await form.expectStep('answer')
      await expect(form.root.getByText('If you ask for help, mention:')).toHaveText(reference)
      expect(await sent(stack)).toEqual([voter.email])
    })

    for (const step of ['form', 'answer'] as const) {
      test(`in kiosk mode a tab closed at the ${step} has nothing of the last voter @engines`, async ({
        own,
        stack,
        door,
      }) => {
        const before = formAt(place, await own.open(settings), stack, door)
        await before.open(true)
        await before.form.fill(voter)
        if (step === 'answer') await before.form.send.click()
        await before.form.expectStep(step)
        const page = await own.restart()
        const after = formAt(place, page, stack, door)
        if (place === 'hosted page without scripts' && step === 'answer') {
          // The browser prompts to resubmit the form.
          await expect(page.locator('[data-step]')).toHaveCount(0)
          expect(await page.content()).not.toContain(voter.first_name)
        } else {
          await expectEmpty(after)
          expect(own.hasKept(voter.first_name)).toBe(false)
        }
        expect(await sent(stack)).toEqual(step === 'answer' ? [voter.email] : [])
      })
    }
  })
}

for (const place of ['own page', 'hosted page'] as const) {
  test.describe(`sleep on the ${place}`, { tag: place === 'own page' ? '@door' : [] }, () => {
    test.beforeEach(async ({ page, door }) => {
      test.skip(place !== 'own page' && door !== 'script', 'The hosted page is the same for both.')
      await page.clock.install()
    })

    test('a device that sleeps while sending wakes up to the true screen, and sends once @engines', async ({
      page,
      stack,
      door,
    }) => {
      const { form, open } = formAt(place, page, stack, door)
      await open()
      const slow = playing('slow')
      await form.register({ ...voter, email: slow })
      await form.expectStep('sending')
      // If the device sleeps during the CORS preflight, nothing was sent.
      await expect.poll(() => sent(stack)).toEqual([slow])
      await page.clock.fastForward('10:00:00')
      // The browser may count the sleep towards the timeout.
      await expect(form.root).toHaveAttribute('data-step', /^(answer|outcome-unknown)$/)
      expect(await sent(stack)).toEqual([slow])
    })

    for (const step of ['form', 'answer'] as const) {
      test(`in kiosk mode it wakes up to an empty form, at the ${step} @engines`, async ({ page, stack, door }) => {
        const there = formAt(place, page, stack, door)
        await there.open(true)
        await there.form.fill(voter)
        if (step === 'answer') await there.form.send.click()
        await there.form.expectStep(step)
        await page.clock.fastForward('10:00:00')
        await expectEmpty(there)
      })
    }
  })
}
