/** Rate limits and the bot check (challenge), as a voter sees them. */
import { FormPage, openAnew } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

test.afterEach(async ({ stack }) => {
  await stack.killBff()
  await stack.startBff()
})

test('an address that sends much gets through all the same: the browser computes, the voter sees nothing of it', async ({
  form,
  page,
  stack,
}) => {
  await stack.killBff()
  await stack.startBff({ BOT_CHECK: 'proof', RATE_LIMITS: 'address=1/600' })
  const sent: { status: number; solved: boolean; key: string | undefined }[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (!response.url().endsWith('/registrations') || request.method() !== 'POST') return
    const headers = request.headers()
    sent.push({
      status: response.status(),
      solved: headers['challenge-solution'] !== undefined,
      key: headers['idempotency-key'],
    })
  })
  for (const email of ['one@example.org', 'two@example.org']) {
    await form.open()
    await form.fill(aVoter({ email }))
    await form.send.click()
    await form.expectStep('answer')
  }
  expect(sent.map(({ status, solved }) => `${status} ${solved}`)).toEqual(['200 false', '403 false', '200 true'])
  expect(sent[1]?.key).toBe(sent[2]?.key)
  expect((await stack.received()).registrations).toHaveLength(2)
})

test('the hosted page computes as well, once the form is sent: while a voter types nothing is asked', async ({
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
