/** One screen at a time, nothing typed is lost, and never two registrations for one filled form. */
import type { Page } from '@playwright/test'
import { aVoter, canaryVoter } from './people.ts'
import { expect, test } from './test.ts'

/** Records the idempotency keys of the page's attempts, oldest first. */
function attempts(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/registrations') {
      keys.push(request.headers()['idempotency-key'] ?? 'none')
    }
  })
  return keys
}

test('the service is down: not sent, the official site is offered, all typed values are kept @main', {
  tag: '@door',
}, async ({ form, stack }) => {
  await form.open()
  await form.fill(canaryVoter())
  const typed = await form.values()
  await stack.network.close()
  await form.send.click()
  await form.expectStep('not-sent')
  await expect(form.officialSite).toHaveAttribute('href', /^https?:/)
  expect((await stack.received()).registrations).toEqual([])

  await form.back.click()
  await form.expectStep('form')
  expect(await form.values()).toEqual(typed)
  await expect(form.agree).toBeChecked()
  await expect(form.subscribe).toBeChecked()
})

test('a Markdown part that the network loses costs nothing: the answer is there as text, with its links and both buttons', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  let asked = 0
  await page.route(/\/answer-markdown[^/]*\.js/, (route) => {
    asked++
    return route.abort('internetdisconnected')
  })
  await form.open()
  expect(asked, 'it is not asked for before the voter types').toBe(0)
  await form.field('first_name').fill('Ada')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await form.register(aVoter())
  await form.expectStep('answer')
  const text = form.root.locator('.vr-markdown-plain')
  await expect(text).toBeVisible()
  await expect(text.getByRole('link').first()).toHaveAttribute('href', /^https?:/)
  await expect(form.root.locator('.vr-markdown ul, .vr-markdown h3')).toHaveCount(0)
  await expect(form.ways).toHaveCount(2)
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(errors).toEqual([])
})

test('a second attempt is made only when asked for, under a new key where the outcome of the first is unknown @main', async ({
  form,
  page,
  stack,
}) => {
  const keys = attempts(page)
  await form.open()
  await form.fill(aVoter())
  stack.network.set({ kind: 'reset-after-forward' })
  await form.send.click()
  await form.expectStep('may-have-been-sent')
  await expect(form.officialSite).toHaveAttribute('href', /^https?:/)
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(keys).toHaveLength(1)

  stack.network.set({ kind: 'none' })
  await form.sendAgainAndConfirm()
  await form.expectStep('answer')
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect((await stack.received()).registrations).toHaveLength(2)
})

test('the BFF is down when the voter sends: the form says so and keeps everything', async ({ form, stack }) => {
  await form.open()
  await form.fill(aVoter())
  const typed = await form.values()
  await stack.killBff()
  await form.send.click()
  await expect(form.root).toHaveAttribute('data-step', /^(not-sent|may-have-been-sent)$/)
  await stack.startBff()
  const sent = (await stack.received()).registrations.length
  expect(sent).toBe(0)
  if ((await form.root.getAttribute('data-step')) === 'not-sent') await form.tryAgain.click()
  else await form.sendAgainAndConfirm()
  await form.expectStep('answer')
  expect((await stack.received()).registrations.map(({ body }) => body.first_name)).toEqual([typed.first_name])
})

test('the BFF is down when the page loads: the form is there, says what is missing and fetches it when asked @main', async ({
  form,
  page,
  stack,
}) => {
  await stack.killBff()
  await page.goto(form.address())
  await form.expectStep('form')
  await form.field('first_name').fill('Ada')
  const again = form.root.getByRole('button', { name: /again/i })
  await expect(again).toBeVisible()
  await expect(form.agree).toHaveCount(0)
  await stack.startBff()
  await again.click()
  await expect(form.agree).toBeVisible()
  await expect(form.field('first_name')).toHaveValue('Ada')
  await form.register(aVoter())
  await form.expectStep('answer')
})
