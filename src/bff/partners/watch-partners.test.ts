/** The partners file on a disk: changes take effect without a restart, unless the file is unusable. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { theOptions } from '../../testing/bff-requests.ts'
import type { LogLine } from '../observability/log.ts'
import type { Partner } from './partner.ts'
import { type WatchedPartners, watchPartners } from './watch-partners.ts'

let folder: string
let watched: WatchedPartners | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partners-'))
})
afterEach(() => {
  watched?.close()
  rmSync(folder, { recursive: true })
})

const entry = (name: string, more = {}) => ({ name, privacy_url: 'https://river.example/privacy', ...more })
const key = (secret: string) => `00000000-0000-4000-8000-000000000001:${secret}`

function write(file: unknown, name = 'partners.json') {
  const place = path.join(folder, name)
  // Replaces the file atomically, as an editor or a mounted volume does.
  writeFileSync(`${place}.new`, typeof file === 'string' ? file : JSON.stringify(file))
  renameSync(`${place}.new`, place)
}

function watchFolder() {
  const lines: LogLine[] = []
  const options = { ...theOptions('http://127.0.0.1:1'), partnersFile: path.join(folder, 'partners.json') }
  watched = watchPartners(options, (line) => lines.push(line), 20)
  const current = () => watched?.current() ?? new Map<string, Partner>()
  return { lines, current, nameOf: (id: string) => current().get(id)?.settings.partner.name }
}

it('takes over what is written later', async () => {
  write({ river: entry('River') })
  const { nameOf, lines } = watchFolder()
  expect(nameOf('river')).toBe('River')
  write({ river: entry('River City'), north: entry('North') })
  await expect.poll(() => [nameOf('river'), nameOf('north')]).toEqual(['River City', 'North'])
  write({ north: entry('North') })
  await expect.poll(() => nameOf('river')).toBeUndefined()
  expect(lines.map(({ code }) => code)).toEqual(['partners_read', 'partners_read'])
})

it.each([
  ['is broken', '{ "river": '],
  ['has a wrong value', { river: entry('River', { privacy_url: 'ftp://SEEN' }) }],
  ['is empty', ''],
])('keeps the last good one where the new one %s, and says so once', async (_, broken) => {
  write({ river: entry('River') })
  const { nameOf, lines } = watchFolder()
  write(broken)
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'error', code: 'partners_refused' })
  expect(lines[0]?.problems?.join()).toContain('PARTNERS_FILE')
  expect(nameOf('river')).toBe('River')
  write({ river: entry('River again') })
  await expect.poll(() => nameOf('river')).toBe('River again')
  expect(lines.map(({ code }) => code)).toEqual(['partners_refused', 'partners_read'])
})

it('keeps it, too, where the file is gone for a moment', async () => {
  write({ river: entry('River') })
  const { nameOf, lines } = watchFolder()
  rmSync(path.join(folder, 'partners.json'))
  await expect.poll(() => lines.map(({ code }) => code)).toEqual(['partners_refused'])
  expect(nameOf('river')).toBe('River')
  write({ river: entry('River') })
  await expect.poll(() => lines.map(({ code }) => code)).toEqual(['partners_refused', 'partners_read'])
})

it('takes over a new key in the file of a partner’s own key, and says nothing of it', async () => {
  write(key('FIRSTCANARY'), 'river.key')
  write({ river: entry('River', { key_file: 'river.key' }) })
  const { current, lines } = watchFolder()
  const authorization = () => atob(`${current().get('river')?.serviceKey?.key.authorization}`.slice('Basic '.length))
  expect(authorization()).toBe(key('FIRSTCANARY'))
  write(key('SECONDCANARY'), 'river.key')
  await expect.poll(authorization).toBe(key('SECONDCANARY'))
  write('BROKENCANARY', 'river.key')
  await expect.poll(() => lines.at(-1)?.code).toBe('partners_refused')
  expect(authorization()).toBe(key('SECONDCANARY'))
  expect(JSON.stringify(lines)).not.toContain('CANARY')
})

it('that cannot be used at the start is reported at once, with every problem', () => {
  write({ river: { name: '' } })
  expect(watchFolder).toThrow(/PARTNERS_FILE \(".*partners\.json"\): river\.name .*\n.*river\.privacy_url is missing/)
})
