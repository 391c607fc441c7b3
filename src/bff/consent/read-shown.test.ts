import { describe, expect, it } from 'vitest'
import { cleanPath, readShown } from './read-shown.ts'

describe('the Consent-Shown header', () => {
  it('says language, box, translation, door and path', () => {
    const header = 'language=zh-Hans&door=element&path=%2Fvote%2F&subscriber=1&translation=zh-Hans-7149fbd4'
    expect(readShown(header)).toEqual({
      language: 'zh-Hans',
      subscriber: '1',
      translation: 'zh-Hans-7149fbd4',
      door: 'element',
      path: '/vote/',
    })
  })

  it.each([undefined, '', 'language=', 'language=<b>', 'language=en&subscriber=yes', 'x'.repeat(9_999)])(
    'is not read from %j',
    (header) => expect(readShown(header)).toBeUndefined(),
  )

  it('has no door that there is none of, and no path that is none', () => {
    expect(readShown('language=en&door=back&path=register')).toMatchObject({ door: null, path: null })
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
  ])('%j is kept as %j: nothing that may be a person', (path, kept) => {
    expect(cleanPath(path)).toBe(kept)
  })

  it('is at most 200 characters long', () => {
    expect(cleanPath('/abc'.repeat(200))).toHaveLength(200)
  })
})
