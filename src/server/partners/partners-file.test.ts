/** The partners file on a disk: changes take effect without a restart, unless the file is unusable. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadNotices } from '../notices/notices-file.ts'
import type { LogLine } from '../observability/log.ts'
import { readFilesAgain } from '../operator-files.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { loadPartners } from './partners-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partners-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const entry = (name: string, more = {}) => ({ name, privacy_url: 'https://river.example/privacy', ...more })
const key = (secret: string) => `00000000-0000-4000-8000-000000000001:${secret}`

function write(file: unknown, name = 'partners.json') {
  const place = path.join(folder, name)
  // Replaces the file atomically, as an editor or a mounted volume does.
  writeFileSync(`${place}.new`, typeof file === 'string' ? file : JSON.stringify(file))
  renameSync(`${place}.new`, place)
}

function loadFolder() {
  const lines: LogLine[] = []
  const partners = loadPartners({
    ...theOptions('http://127.0.0.1:1'),
    partnersFile: path.join(folder, 'partners.json'),
  })
  return {
    lines,
    partners,
    readAgain: () => readFilesAgain([partners], (line) => lines.push(line)),
    nameOf: (id: string) => partners.current().get(id)?.settings.partner.name,
  }
}

it('takes over what is written later, when it is asked to', () => {
  write({ river: entry('River') })
  const { nameOf, lines, partners, readAgain } = loadFolder()
  let changes = 0
  partners.onChange(() => changes++)
  write({ river: entry('River City'), north: entry('North') })
  expect(nameOf('river')).toBe('River')
  readAgain()
  expect([nameOf('river'), nameOf('north')]).toEqual(['River City', 'North'])
  write({ north: entry('North') })
  readAgain()
  expect(nameOf('river')).toBeUndefined()
  expect(lines.map(({ code }) => code)).toEqual(['files_read', 'files_read'])
  expect(changes).toBe(2)
})

it.each([
  ['is broken', '{ "river": '],
  ['has a wrong value', { river: entry('River', { privacy_url: 'ftp://SEEN' }) }],
  ['is empty', ''],
  ['is gone', undefined],
])('keeps the last good one where the new one %s, and says so', (_, broken) => {
  write({ river: entry('River') })
  const { nameOf, lines, readAgain } = loadFolder()
  if (broken === undefined) rmSync(path.join(folder, 'partners.json'))
  else write(broken)
  readAgain()
  expect(lines).toMatchObject([{ level: 'error', code: 'files_refused' }])
  expect(lines[0]?.problems?.join()).toContain('PARTNERS_FILE')
  expect(nameOf('river')).toBe('River')
  write({ river: entry('River again') })
  readAgain()
  expect(nameOf('river')).toBe('River again')
  expect(lines.map(({ code }) => code)).toEqual(['files_refused', 'files_read'])
})

it('takes over several files together, or none of them', () => {
  write({ river: entry('River') })
  write([], 'notices.json')
  const { partners, nameOf } = loadFolder()
  const notices = loadNotices({ noticeFile: path.join(folder, 'notices.json') })
  const lines: LogLine[] = []
  const readAgain = () => readFilesAgain([partners, notices], (line) => lines.push(line))
  write({ river: entry('River City') })
  write([{ text: { es: 'Un tribunal amplió el plazo.' } }], 'notices.json')
  readAgain()
  expect(nameOf('river')).toBe('River')
  expect(lines[0]?.problems?.join()).toContain('NOTICE_FILE')
  write([{ text: { en: 'A court extended the deadline.' } }], 'notices.json')
  readAgain()
  expect([nameOf('river'), notices.current().length]).toEqual(['River City', 1])
  expect(lines.map(({ code }) => code)).toEqual(['files_refused', 'files_read'])
})

it('takes over a new key in the file of a partner’s own key, and says nothing of it', () => {
  write(key('FIRSTCANARY'), 'river.key')
  write({ river: entry('River', { key_file: 'river.key' }) })
  const { partners, lines, readAgain } = loadFolder()
  const authorization = () =>
    atob(`${partners.current().get('river')?.serviceKey?.key.authorization}`.slice('Basic '.length))
  expect(authorization()).toBe(key('FIRSTCANARY'))
  write(key('SECONDCANARY'), 'river.key')
  readAgain()
  expect(authorization()).toBe(key('SECONDCANARY'))
  write('BROKENCANARY', 'river.key')
  readAgain()
  expect(lines.at(-1)?.code).toBe('files_refused')
  expect(authorization()).toBe(key('SECONDCANARY'))
  expect(JSON.stringify(lines)).not.toContain('CANARY')
})

it('that cannot be used at the start is reported at once, with every problem', () => {
  write({ river: { name: '' } })
  expect(loadFolder).toThrow(/PARTNERS_FILE \(".*partners\.json"\): river\.name .*\n.*river\.privacy_url is missing/)
})
