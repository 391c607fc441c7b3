import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { version } from './version.ts'

it('the version in callbacks is the version of the package', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(version).toBe((JSON.parse(text) as { version: string }).version)
})
