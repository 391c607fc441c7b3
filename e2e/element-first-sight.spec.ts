/** What the documented snippet preloads before the form is shown, and that nothing is shown from a stale response. */

import { FormPage } from './form-page.ts'
import { expect, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

test('the settings are asked for once, while the script loads, and no policy is broken', async ({
  page,
  partner,
  stack,
  violations,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  const head = [
    `<link rel="preconnect" href="${stack.bff}" crossorigin>`,
    `<link rel="preload" href="${stack.bff}/settings" as="fetch" crossorigin>`,
  ].join('')
  const before = asked(stack.output())
  // The script is late: by then the settings are loaded.
  await page.route('**/voter-registration.js', async (route) => {
    await expect.poll(() => asked(stack.output()) - before).toBe(1)
    await route.continue()
  })
  await page.goto(partner.put('first-sight', { head, body: partner.script + partner.tag() }))
  const form = new FormPage(page, stack)
  await form.agree.waitFor()
  expect(asked(stack.output()) - before).toBe(1)
  await form.register(aVoter())
  await form.expectStep('answer')
  expect(asked(stack.output()) - before).toBe(1)
  expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
  expect(await violations()).toEqual([])
})

test('a page that is loaded anew asks for the settings anew: none are taken from the browser’s cache', async ({
  page,
  partner,
  stack,
}) => {
  const address = partner.put('anew', { body: partner.script + partner.tag() })
  const before = asked(stack.output())
  for (const times of [1, 2]) {
    await page.goto(address)
    await new FormPage(page, stack).agree.waitFor()
    await page.goto('about:blank')
    expect(asked(stack.output()) - before).toBe(times)
  }
})

/** Returns the number of settings requests, from the BFF's own log. */
const asked = (log: string): number => log.match(/"route":"\/settings","method":"GET"/g)?.length ?? 0
