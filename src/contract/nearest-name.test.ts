import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = [
  'api-base',
  'locale',
  'theme',
  'display',
  'partner',
  'layout',
  'utm_source',
  'TRUST_PROXY_HOPS',
  'PAGE',
  'HOST',
]

describe('a misspelt name', () => {
  it.each([
    ['apibase', 'api-base'],
    ['api_base', 'api-base'],
    ['api-bsae', 'api-base'],
    ['locales', 'locale'],
    ['themes', 'theme'],
    ['dispaly', 'display'],
    ['thmee', 'theme'],
    ['lcoale', 'locale'],
    ['partenr', 'partner'],
    ['layuot', 'layout'],
    ['utm_suorc', 'utm_source'],
    ['utm-sourc', 'utm_source'],
    ['TRUST_PROXY_HOP', 'TRUST_PROXY_HOPS'],
    ['TRUSTPROXYHOPS', 'TRUST_PROXY_HOPS'],
  ])('%s is taken for %s', (written, meant) => {
    expect(nearestName(written, known)).toBe(meant)
  })
})

it('has five letters, or as few as are asked for', () => {
  expect(nearestName('PAEG', known)).toBeUndefined()
  expect(nearestName('PAEG', known, 3)).toBe('PAGE')
})

describe('no misspelt name', () => {
  it.each([
    'locale',
    'thmeee',
    'emthe',
    'class',
    'title',
    'style',
    'PATH',
    'HOME',
    'HOSTNAME',
    'lang',
    'data-theme',
    '',
  ])('is %j', (written) => {
    expect(nearestName(written, known)).toBeUndefined()
  })
})
