/** A voter fills in the real form, and it is sent as the service wants it. */
import { canaryRequest } from '../src/contract/testing/canaries.ts'
import { fields } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { aVoter, canaryVoter } from './people.ts'
import { expect, test } from './test.ts'

test('every field has its label, and input arrives as the service needs it (R-A31 to R-A47, R-A51) @main', {
  tag: '@door',
}, async ({ form, stack }) => {
  await form.open()
  const labels = {
    title: /^Title/,
    first_name: /^First name/,
    middle_name: /^Middle name/,
    last_name: /^Last name/,
    suffix: /^Suffix/,
    month: /^Month/,
    day: /^Day/,
    year: /^Year/,
    email: /^E-?mail/i,
    phone: /phone/i,
    address1: /^(Street )?address( line 1)?/i,
    address2: /line 2|apartment/i,
    city: /^City/,
    state: /^State/,
    zipcode: /^ZIP/,
  }
  for (const name of fields) {
    const labelled = form.root.getByLabel(labels[name]).and(form.field(name))
    await expect(labelled, `the field ${name}`).toBeVisible()
  }
  await form.register(canaryVoter({ first_name: '  Canfirstqx ', zipcode: '02793-1234' }))
  await form.expectStep('answer')
  const { registrations } = await stack.received()
  expect(registrations.map(({ body }) => body)).toEqual([{ ...canaryRequest, sms_opt_in_subscriber: true }])
})

test('a click while the settings load waits for them, then asks for the missing consent, and sends once', {
  tag: '@door',
}, async ({ form, page, stack }) => {
  const release = await holdRequests(page, '**/settings')
  await page.goto(form.address())
  await form.fill(aVoter({ agree: false }))
  await form.send.press('Enter')
  await expect(form.send).toHaveAttribute('aria-disabled', 'true')
  await expect(form.root.getByRole('status')).toContainText('Loading what you agree to')
  await form.send.press('Enter')
  await form.replace('city', 'Salem')
  await expect(form.summary).toHaveCount(0)
  release()
  await expect(form.summary).toBeFocused()
  await expect(form.summary.getByRole('link')).toHaveText(['Check the box to agree, or we can’t continue'])
  await form.agree.check()
  await form.send.click()
  await form.expectStep('answer')
  expect((await stack.received()).registrations.map(({ body }) => body.city)).toEqual(['Salem'])
})
