/** The data in the page's address, and what remains in it. */
import { afterEach, describe, expect, it } from 'vitest'
import { clearUrlPrefill, extractUrlPrefill, getUrlLocale } from './page-address.ts'

afterEach(() => {
  clearUrlPrefill()
  history.replaceState(null, '', '/')
})

/** Opens the page at this address. */
function at(address: string): void {
  history.replaceState({ kept: true }, '', address)
}

describe('the language in the address', () => {
  it.each([
    ['?lang=es', 'es'],
    ['?locale=es', 'es'],
    ['?lang=es-MX', 'es'],
    ['?lang=zh-TW', 'zh-Hant'],
    ['?locale=es&lang=fr', 'es'],
  ])('%s is %s', (query, language) => {
    at(query)
    expect(getUrlLocale()).toBe(language)
  })

  it.each(['', '?lang=', '?lang=klingon', '?locale=%3Cscript%3E', '?language=es'])(
    'is none in "%s": the page’s language counts',
    (query) => {
      at(query)
      expect(getUrlLocale()).toBeUndefined()
    },
  )
})

describe('prefill values', () => {
  it('are removed from the address, and so are personal ones that may not be used', () => {
    at(
      '/drive?first_name=Ada&email_address=a%40voter.example&street=1+Elm+St&day_of_birth=2&state=MA&keep=1#vr.phone=1&part',
    )
    expect(extractUrlPrefill(['first_name'])).toEqual({ first_name: 'Ada' })
    expect(location.href.replace(location.origin, '')).toBe('/drive?state=MA&keep=1#part=')
    expect(history.state).toEqual({ kept: true })
  })

  it('are removed from the address even if none may be used', () => {
    at('?last_name=Lovelace&zip=02139#vr.email=a@voter.example')
    expect(extractUrlPrefill([])).toEqual({})
    expect(location.href.replace(location.origin, '')).toBe('/?zip=02139')
  })

  it('are available to a second form on the page, until the next voter comes', () => {
    at('?first_name=Ada')
    extractUrlPrefill(['first_name'])
    expect(extractUrlPrefill(['first_name'])).toEqual({ first_name: 'Ada' })
    clearUrlPrefill()
    expect(extractUrlPrefill(['first_name'])).toEqual({})
  })
})
