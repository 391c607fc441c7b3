import { expect, it } from 'vitest'
import { findSimilarName, isOlderVersion } from './strings.ts'

it.each([
  ['0.1.0', '0.1.1'],
  ['0.9.12', '0.10.0'],
  ['1.99.99', '2.0.0'],
  ['1.2.3-beta.1', '1.2.4'],
])('%s is older than %s, and not vice versa', (older, newer) => {
  expect(isOlderVersion(older, newer)).toBe(true)
  expect(isOlderVersion(newer, older)).toBe(false)
})

it.each([
  ['0.1.0', '0.1.0'],
  ['0.1.0', undefined],
  ['-1.0.0', undefined],
  ['mailcanary@voter.example', '9.0.0'],
  ['', '9.0.0'],
  ['0.1.0', 'soon'],
])('a form with version %j is not too old if %j is the minimum', (version, least) => {
  expect(isOlderVersion(version, least)).toBe(false)
})

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
])('the misspelled name %s is recognized as %s', (written, meant) => {
  expect(findSimilarName(written, known)).toBe(meant)
})

it('a misspelled name has five letters, or as few as requested', () => {
  expect(findSimilarName('PAEG', known)).toBeUndefined()
  expect(findSimilarName('PAEG', known, 3)).toBe('PAGE')
})

it.each(['locale', 'thmeee', 'emthe', 'class', 'title', 'style', 'PATH', 'HOME', 'HOSTNAME', 'lang', 'data-theme', ''])(
  'the misspelled name %j is not recognized',
  (written) => {
    expect(findSimilarName(written, known)).toBeUndefined()
  },
)
