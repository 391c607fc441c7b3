/** The form in the oldest supported React. */
import { test } from './development-test.ts'
import { aVoter } from './people.ts'
import { expect } from './test.ts'

test.use({ react: '18' })

test('React 18.2 completes a registration without a warning, in StrictMode', async ({ form, page, stack, watched }) => {
  await form.open({ strict: true })
  expect(await page.evaluate(() => window.partner.react)).toBe('18.2.0')
  await form.send.click()
  await form.summary.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(watched.errors).toEqual([])
})

test('React 18.2 renders the form into a shadow root', async ({ form, stack, watched }) => {
  await form.open({ strict: true, props: { isolation: 'shadow' } })
  expect(await form.root.evaluate((one) => one.getRootNode() instanceof ShadowRoot)).toBe(true)
  await form.register(aVoter())
  await form.expectStep('answer')
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(watched.errors).toEqual([])
})
