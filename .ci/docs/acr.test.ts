/** The accessibility report is whole and follows its format, and says no more than tests show. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { criteriaOf, writtenReport } from './acr.ts'

const criteria = [...criteriaOf('success_criteria_level_a'), ...criteriaOf('success_criteria_level_aa')]
const tests = ['src', 'e2e']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !/node_modules|dist/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** How many criteria of a level WCAG 2.2 has, and the obsolete 4.1.1 at level A. */
const counts = { a: 31 + 1, aa: 24 }

it('follows its schema', () => {
  const check = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync('.ci/docs/acr.schema.json', 'utf8')))
  check(writtenReport)
  expect(check.errors ?? []).toEqual([])
})

it('has each criterion of WCAG 2.2 at levels A and AA once, and 4.1.1 for Section 508', () => {
  expect(criteriaOf('success_criteria_level_a')).toHaveLength(counts.a)
  expect(criteriaOf('success_criteria_level_aa')).toHaveLength(counts.aa)
  expect(new Set(criteria.map(({ num }) => num)).size).toBe(counts.a + counts.aa)
})

it('is of this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(writtenReport).toMatchObject({ product: { version } })
})

it.each(criteria)('$num, $level: names tests that there are, or none where nobody looked', ({ level, notes }) => {
  const titles = [...notes.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
  const files = [...notes.matchAll(/`((?:src|e2e)\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(titles.filter((title) => !tests.some((text) => text.includes(title)))).toEqual([])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const isTested = level === 'supports' || level === 'partially-supports' || level === 'does-not-support'
  expect(titles.length + files.length > 0).toBe(isTested)
})
