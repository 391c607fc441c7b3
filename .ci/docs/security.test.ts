/** Checks the tables of promises and threats in `docs/security.md`: every test and file that they name exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const top = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(path.join(top, 'docs/security.md'), 'utf8')

/** Returns the last cell of each row, by the row's number. */
const rowsOf = (number: RegExp) =>
  [...page.matchAll(/^\| (P?\d+) \|(.*)\|$/gm)]
    .filter(([, id = '']) => number.test(id))
    .map(([, id = '', cells = '']) => ({
      id,
      test: cells.slice(cells.lastIndexOf('|') + 1),
    }))

const promises = rowsOf(/^P/)
const threats = rowsOf(/^\d/)

/** Every test file and script, as text. */
const tests = ['src', 'e2e', '.ci', 'demo'].flatMap((folder) =>
  readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(top, folder, file))
    .filter((file) => file !== fileURLToPath(import.meta.url))
    .map((file) => readFileSync(file, 'utf8')),
)

it('has the ten promises and the 46 threats, in order', () => {
  expect(promises.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `P${index + 1}`))
  expect(threats.map(({ id }) => id)).toEqual(Array.from({ length: 46 }, (_, index) => `${index + 1}`))
})

it.each([...promises, ...threats])('row $id names tests and files that there are', ({ test }) => {
  const titles = [...test.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title.split('…').map((part) => part.trim()))
  const files = [...test.matchAll(/`((?:src|e2e|\.ci)\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(titles.length + files.length).toBeGreaterThan(0)
  expect(titles.filter((parts) => !tests.some((text) => parts.every((part) => text.includes(part))))).toEqual([])
  expect(files.filter((file) => !existsSync(path.join(top, file)))).toEqual([])
})
