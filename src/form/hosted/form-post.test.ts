import { describe, expect, it } from 'vitest'
import { aRequest, typedPerson } from '../../contract/testing/samples.ts'
import {
  checkFormPost,
  createFormKey,
  createIdempotencyKey,
  fieldNames,
  getFormAge,
  parseFormPost,
  parseUnknownAttempt,
  writeUnknownAttempt,
} from './form-post.ts'

const now = Date.UTC(2026, 9, 5)

describe('the key of a form', () => {
  it('contains the age of its page', () => {
    expect(getFormAge(createFormKey(now), now + 1234)).toBe(1234)
    expect(getFormAge(createFormKey(now), now - 30_000), 'another process, whose clock is ahead').toBe(0)
  })

  it.each(['', 'x', crypto.randomUUID(), `${crypto.randomUUID()}.`, `${crypto.randomUUID()}.!`])(
    'cannot be %j',
    (text) => {
      expect(getFormAge(text, now)).toBeUndefined()
    },
  )

  it('cannot come from the future: it would never expire', () => {
    expect(getFormAge(createFormKey(now + 3_600_000), now)).toBeUndefined()
  })

  it('is the same UUID for the same form, and another for a changed form or another page', async () => {
    const [key, other] = [createFormKey(now), createFormKey(now)]
    const one = await createIdempotencyKey(key, aRequest())
    expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await createIdempotencyKey(key, aRequest())).toBe(one)
    expect(await createIdempotencyKey(key, aRequest({ city: 'Salem' }))).not.toBe(one)
    expect(await createIdempotencyKey(other, aRequest())).not.toBe(one)
  })

  it('is used to ask for an unknown outcome by the same form only', async () => {
    const key = createFormKey(now)
    const unknownAttempt = await writeUnknownAttempt(key, aRequest())
    expect(await parseUnknownAttempt(unknownAttempt, aRequest())).toBe(key)
    expect(await parseUnknownAttempt(unknownAttempt, aRequest({ city: 'Salem' }))).toBeUndefined()
    expect(await parseUnknownAttempt(key, aRequest())).toBeUndefined()
  })
})

describe('parseFormPost', () => {
  const post = (change: Record<string, string>) =>
    parseFormPost(new URLSearchParams({ ...typedPerson, zipcode: '02108', agree: 'on', ...change }))
  const texts = Object.entries(post({}).values).flatMap(([field, value]) => (typeof value === 'string' ? [field] : []))

  it.each(texts)('cuts 190,000 digits in %s before anything reads them, and keeps the other values', (field) => {
    const long = post({ [field]: '1'.repeat(190_000) })
    expect(long.values).toEqual({ ...post({}).values, [field]: '1'.repeat(1024) })
    expect(checkFormPost(long).fields).toHaveProperty(field)
  })

  it.each(Object.entries(fieldNames))('cuts the hidden field %s', (name, field) => {
    expect(post({ [field]: '1'.repeat(190_000) }).fields).toMatchObject({ [name]: '1'.repeat(16_384) })
  })

  it.each([
    ['firstName', 'Ada'],
    ['zipcode', '02108'],
    ['email', 'ada@example.org'],
    ['phone', '6175551234'],
  ])('rejects %s even when what fits is valid and the rest is cut off', (field, start) => {
    const { fields } = checkFormPost(post({ [field]: `${start}${' '.repeat(2000)}Byron` }))
    expect(fields).toEqual({ [field]: ['tooLong'] })
  })

  it('writes the domain of an email address as xn--', () => {
    expect(post({ email: 'ada@bücher.example' }).values.email).toBe('ada@xn--bcher-kva.example')
  })
})
