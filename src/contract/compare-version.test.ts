import { expect, it } from 'vitest'
import { isOlderVersion } from './compare-version.ts'

it.each([
  ['0.1.0', '0.1.1'],
  ['0.9.12', '0.10.0'],
  ['1.99.99', '2.0.0'],
  ['1.2.3-beta.1', '1.2.4'],
])('%s is older than %s, and not the other way round', (older, newer) => {
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
])('a form that says %j is not too old where %j is wanted', (version, least) => {
  expect(isOlderVersion(version, least)).toBe(false)
})
