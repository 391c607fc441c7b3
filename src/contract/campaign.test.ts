import { describe, expect, it } from 'vitest'
import { cleanTracking, readTracking, writeTracking } from './campaign.ts'

describe('where a voter came from', () => {
  it('arrives as it was sent', () => {
    const tracking = { source: 'home page', utm_campaign: 'fall/2026|a+b', utm_id: '12' }
    expect(readTracking(writeTracking(tracking))).toEqual(tracking)
    expect(writeTracking({})).toBe('')
    expect(writeTracking(undefined)).toBe('')
  })

  it('is the first wish, name by name', () => {
    expect(cleanTracking({ source: 'a' }, undefined, { source: 'b', utm_id: '3' })).toEqual({
      source: 'a',
      utm_id: '3',
    })
  })

  it.each([
    ['an e-mail address', 'ada@example.org'],
    ['a line break', 'letter\n{"level":"error"}'],
    ['a quote', 'letter"'],
    ['markup', '<script>'],
    ['what is too long', 'x'.repeat(101)],
    ['nothing', ''],
    ['another alphabet', 'письмо'],
  ])('%s is left out', (_, value) => {
    expect(readTracking(new URLSearchParams({ source: value }).toString())).toBeUndefined()
    expect(writeTracking({ source: value })).toBe('')
  })

  it('has no other names, and a header of any length is read no further than it can be right', () => {
    expect(readTracking('first_name=Ada&utm_source=letter&__proto__=x')).toEqual({ utm_source: 'letter' })
    expect(readTracking(`${'a'.repeat(2000)}&utm_source=letter`)).toBeUndefined()
    expect(readTracking(undefined)).toBeUndefined()
  })
})
