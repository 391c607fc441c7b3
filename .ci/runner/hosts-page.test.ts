import { expect, it } from 'vitest'
import { hostsTable, withResults } from './hosts-page.mjs'

const result = (engine: string, promise: string, change: object = {}) => ({
  host: 'Plain HTML',
  engine,
  promise,
  result: 'passed',
  day: '2026-11-23',
  ...change,
})

const page = `# Hosts

<!-- hosts: Plain HTML -->
Last run: Chromium 2026-11-01.

| Host | Promise | Chromium |
|---|---|---|
| Plain HTML | shows the form | passed |
<!-- end hosts -->

<!-- hosts: Nuxt 4 -->
not run here
<!-- end hosts -->
`

it('keeps what another engine and another host have shown', () => {
  const text: string = withResults(page, [result('Firefox ESR', 'shows the form', { result: 'failed' })])
  expect(text).toContain(`Last run: Chromium 2026-11-01, Firefox ESR 2026-11-23.

| Host | Promise | Chromium | Firefox ESR |
|---|---|---|---|
| Plain HTML | shows the form | passed | failed |
<!-- end hosts -->`)
  expect(text).toContain('not run here')
})

it('replaces what the same engine has shown, with its promises', () => {
  const text: string = withResults(page, [result('Chromium', 'shows the whole form')])
  expect(text).toContain('Last run: Chromium 2026-11-23.')
  expect(text).not.toContain('shows the form')
})

it('gives a new host a place, and writes the same again from what it has written', () => {
  const results = [
    result('Chromium', 'shows the form', { host: 'Hugo' }),
    result('Chromium', 'prints', { host: 'Hugo' }),
    result('Firefox ESR', 'prints', { host: 'Hugo', result: 'not driven' }),
  ]
  const text: string = withResults(page, results)
  expect(text).toContain(hostsTable(results))
  expect(text).toContain('| Hugo | shows the form | passed | not run |')
  expect(withResults(text, results)).toBe(text)
  expect(withResults(text, results.slice(2))).toBe(text)
})
