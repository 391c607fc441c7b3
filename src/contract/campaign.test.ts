import { describe, expect, it } from 'vitest'
import { cleanPath, cleanTracking, parseTracking, referrerHost } from './campaign.ts'

describe('the voter’s source', () => {
  it('is preserved unchanged', () => {
    const tracking = { source: 'home page', utm_campaign: 'fall/2026|a+b', utm_id: '12', page_path: '/vote' }
    expect(parseTracking(`${new URLSearchParams(tracking)}`, [])).toEqual(tracking)
  })

  it('has the names that the partner has added, and no other', () => {
    const header = 'shift=morning&chapter=12&first_name=Ada'
    expect(parseTracking(header, ['shift', 'chapter'])).toEqual({ shift: 'morning', chapter: '12' })
    expect(parseTracking(header, [])).toBeUndefined()
    expect(parseTracking('shift=ada@example.org', ['shift'])).toBeUndefined()
  })

  it('is the first choice, name by name', () => {
    expect(cleanTracking([], { source: 'a' }, undefined, { source: 'b', utm_id: '3' })).toEqual({
      source: 'a',
      utm_id: '3',
    })
  })

  it('has the page without possible personal data, and the referring host if it is another', () => {
    expect(cleanTracking([], { page_path: '/members/jane@example.org' })).toEqual({ page_path: '/members/*' })
    expect(referrerHost('https://news.example/a?b=c', 'partner.example')).toBe('news.example')
    expect(referrerHost('https://partner.example/before', 'partner.example')).toBeUndefined()
    expect(referrerHost('', 'partner.example')).toBeUndefined()
  })

  it.each([
    ['an e-mail address', 'ada@example.org'],
    ['a line break', 'letter\n{"level":"error"}'],
    ['a quote', 'letter"'],
    ['markup', '<script>'],
    ['what is too long', 'x'.repeat(101)],
    ['nothing', ''],
    ['another alphabet', 'письмо'],
  ])('omits %s', (_, value) => {
    expect(parseTracking(new URLSearchParams({ source: value }).toString(), [])).toBeUndefined()
    expect(cleanTracking(['shift'], { shift: value })).toBeUndefined()
  })

  it('contains no phone number and no email address: a link with its recipient in it may be forwarded', () => {
    const personal = [
      'jane.doe 617 253 0101',
      '6172530101',
      'call (617) 253-0101'.replace(/[()]/g, ''),
      '1-617-253-0101',
      '+1 617.253.0101',
      '617_253_0101',
      '617|253|0101',
      'id:617/253/0101,x',
      '+44 20 7946 0958',
      '+4915112345678',
      'jane.doe at example.org',
      'jane.doe_at_example.org',
      'jane at gmail.com',
      'jane.doe-gmail.com',
    ]
    const kept = [
      'fall/2026|a+b',
      '2026-11-03',
      '20261103',
      '2026.11.03-12',
      '120210000000000123',
      '20412345678',
      'ad_23851234567890123',
      'banner 728x90',
      'state fair',
      'look at this',
      'video 3 at 10:30',
      'news.example.org',
      'v1.2.3',
    ]
    for (const name of ['source', 'utm_content', 'utm_term', 'shift']) {
      const cleaned = (value: string) => parseTracking(String(new URLSearchParams({ [name]: value })), ['shift'])
      expect(personal.filter((value) => cleaned(value) !== undefined)).toEqual([])
      expect(kept.filter((value) => cleaned(value)?.[name] !== value)).toEqual([])
    }
  })

  it('has no other names, and a header is read no further than the maximum length', () => {
    expect(parseTracking('first_name=Ada&utm_source=letter&__proto__=x', [])).toEqual({ utm_source: 'letter' })
    expect(parseTracking(`${'a'.repeat(4000)}&utm_source=letter`, [])).toBeUndefined()
    expect(parseTracking(undefined, [])).toBeUndefined()
  })
})

describe('the path of a page', () => {
  it.each([
    ['/register/2026', '/register/2026'],
    ['/members/jane@example.org/vote', '/members/*/vote'],
    ['/members/jane%40example.org', '/members/*'],
    ['/p/6175551234/vote', '/p/*/vote'],
    ['/t/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.abcdefghij', '/t/*'],
    ['/a b\n', '/*'],
    ['', null],
    ['https://partner.example/', null],
  ])('%j is stored as %j, without possible personal data', (path, kept) => {
    expect(cleanPath(path)).toBe(kept)
  })

  it('is at most 200 characters long', () => {
    expect(cleanPath('/abc'.repeat(200))).toHaveLength(200)
  })
})
