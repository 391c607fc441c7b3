/** The notices file on a disk: what may stand in it, and what is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigurationError } from '../options/errors.ts'
import { loadNotices } from './notices.ts'

let folder: string
let noticeFile: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'notices-'))
  noticeFile = path.join(folder, 'notices.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: unknown) => writeFileSync(noticeFile, typeof file === 'string' ? file : JSON.stringify(file))

/** Returns the problems of a file, without its name. */
function problemsOf(file: unknown): string[] {
  write(file)
  try {
    loadNotices({ noticeFile })
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.map((one) => one.replace(/^.*?\): /, ''))
    throw error
  }
  return []
}

it('takes text by language, states and times with a zone', () => {
  const from = '2028-10-03T17:00:00-04:00'
  const to = '2028-10-06T04:00:00Z'
  expect(
    problemsOf([{ text: { en: 'One', es: 'Uno' }, states: ['AZ', 'NM'], from, to }, { text: { en: 'Two' } }]),
  ).toEqual([])
})

it.each([
  [{ text: { en: 'No list' } }, 'notices is no list of at most 100 notices.'],
  [['a text'], 'notices.0 is no notice.'],
  [[{ text: 'English' }], 'notices.0.text is no text by language.'],
  [[{ text: { en: 'One', tlh: 'wa’' } }], 'notices.0.text'],
  [[{ text: { en: ' ' } }], 'notices.0.text.en is no text of 1 to 600 letters.'],
  [[{ text: { en: 'x'.repeat(601) } }], 'notices.0.text.en is no text of 1 to 600 letters.'],
  [[{ text: { en: 'One' }, states: ['Arizona'] }], 'notices.0.states.0 is no state in two capital letters.'],
  [[{ text: { en: 'One' }, states: [] }], 'notices.0.states is no state'],
  [[{ text: { en: 'One' }, to: '2028-10-03' }], 'notices.0.to is no time with its zone.'],
  [[{ text: { en: 'One' }, to: '2028-10-03T17:00:00' }], 'notices.0.to is no time with its zone.'],
  [
    [{ text: { en: 'One' }, from: '2028-10-03T17:00:00-04:00', to: '2028-10-03T20:59:00Z' }],
    'notices.0.to is not after from.',
  ],
  [[{ text: { en: 'One' }, state: 'AZ' }], 'notices.0.state is not known. Did you mean states?'],
  [[{ states: ['TN'] }], 'notices.0.text'],
  [[{ text: { en: 'One' }, closes: 'online' }], 'notices.0.closes is not known.'],
  ['[{', 'names a file that is not JSON: '],
])('refuses $0 with the path of its key', (file, says) => {
  const problems = problemsOf(file)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(says)
})
