/** Rate limits and the bot check (challenge), as a voter sees them. */
import { FormPage, openAnew } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

test.afterEach(async ({ stack }) => {
  await stack.killBff()
  await stack.startBff()
})

test('the hosted page computes a challenge once the form is sent, and none while a voter types', async ({
  page,
  stack,
}) => {
  await stack.killBff()
  await stack.startBff({ BOT_CHECK: 'proof', RATE_LIMITS: 'address=1/600' })
  const form = new FormPage(page, stack)
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    const isSolved = request.headers()['challenge-solution'] !== undefined
    posted.push(`${new URL(request.url()).pathname}${isSolved ? ' with a proof' : ''}`)
  })
  const once = ['/registrations']
  for (const before of [[], once]) {
    await openAnew(page, `${stack.bff}/form`)
    await page.locator('#form[data-alive]').waitFor()
    await form.fill(aVoter({ email: `voter${before.length}@example.org` }))
    expect(posted).toEqual(before)
    await form.send.click()
    await form.expectStep('answer')
  }
  expect(posted).toEqual([...once, '/registrations', '/registrations with a proof'])
  expect((await stack.received()).registrations).toHaveLength(2)
})
