/** The bytes of a built script are those of its components. */
import { expect, it } from 'vitest'
import { componentsIn } from './components.mjs'

/** A map of one line: the first four columns of React, the next four of ours, the rest of nothing. */
const map = {
  file: 'x.js',
  version: 3,
  sources: ['../node_modules/react/index.js', '../src/form/element.ts'],
  sourcesContent: [],
  names: [],
  mappings: 'AAAA,ICAA,I;',
  sourceRoot: '',
}

it('gives each byte to the package of its source, and says how many are of none', () => {
  const { size, unmapped, sha256, components } = componentsIn('aaaaééé;end', map)
  expect(size).toBe(14)
  expect(sha256).toMatch(/^[\da-f]{64}$/)
  expect(components.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['react', 4],
    ['voter-registration', 7],
  ])
  expect(unmapped).toBe(3)
})

it('counts a script without a map as of no source', () => {
  expect(componentsIn('abc', undefined)).toMatchObject({ size: 3, unmapped: 3, components: [] })
})

it('refuses a source of a package that is not installed', () => {
  const unknown = { ...map, sources: ['../node_modules/no-such-package/index.js', 'a.ts'] }
  expect(() => componentsIn('aaaa', unknown)).toThrow('no-such-package')
})
