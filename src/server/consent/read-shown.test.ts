import { describe, expect, it } from 'vitest'
import { readShown } from './read-shown.ts'

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
    'is not read from $0',
    (header) => expect(readShown(header)).toBeUndefined(),
  )

  it('has no door that there is none of, and no path that is none', () => {
    expect(readShown('language=en&door=back&path=register')).toMatchObject({ door: null, path: null })
  })
})
