/** The tables of promises and threats in README.md keep their word: each of the ten and of the 45 names a test that there
 *  is, or says why it has none. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const room = import.meta.dirname
const root = path.join(room, '../..')

const readme = readFileSync(path.join(room, 'README.md'), 'utf8')

/** Each promise, and what shows it. */
const promises = [...readme.matchAll(/^\| P(\d+) \|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, number = '', promise = '', test = '']) => ({
    number: Number(number),
    promise: promise.trim(),
    test,
  }),
)

/** One row: number, threat, control, and what stands under "test". */
const rows = [...readme.matchAll(/^\| (\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, number = '', threat = '', control = '', test = '']) => ({
    number: Number(number),
    threat: threat.trim(),
    control,
    test,
  }),
)

/** Where a file that the table names lies. */
const placeOf = (name: string) => (/^(src|e2e|\.ci)\//.test(name) ? path.join(root, name) : path.join(room, name))

/** The files that a row names, each with the words of tests that follow it. */
function named(test: string): { file: string; words: string[] }[] {
  return test.split(/(?=`[^`]+`)/).flatMap((part) => {
    const [, file] = /^`([^`]+)`/.exec(part) ?? []
    return file === undefined ? [] : [{ file, words: [...part.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text) }]
  })
}

it('has the 45 threats, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
})

/** An ellipsis stands for what differs from case to case, or for the rest of the sentence. */
function expectTests(files: ReturnType<typeof named>): void {
  for (const { file, words } of files) {
    expect(existsSync(placeOf(file)), file).toBe(true)
    const text = readFileSync(placeOf(file), 'utf8')
    for (const part of words.flatMap((each) => each.split('…'))) {
      expect(text.includes(part.trim()), `${file}: ${part}`).toBe(true)
    }
  }
}

it('has the ten promises, in order', () => {
  expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
})

it.each(promises)('promise $number, $promise: names tests that there are', ({ test }) => {
  const files = named(test)
  expect(files.length).toBeGreaterThan(0)
  expectTests(files)
})

describe.each(rows)('threat $number, $threat', ({ control, test }) => {
  const files = named(test)

  it('is met by something, or the table says why not', () => {
    expect(`${control}${test}`.trim()).not.toBe('')
    if (files.length === 0) expect(test.replaceAll(/[^a-z]/gi, '').length).toBeGreaterThan(10)
  })

  it('names tests that there are', () => {
    expectTests(files)
  })
})
