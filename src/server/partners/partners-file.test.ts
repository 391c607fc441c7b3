/** The partners file on a disk: changes take effect without a restart, unless the file is unusable. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { bffPaths, partnerPath } from '../../contract/routes.ts'
import { createTextStore } from '../consent/receipt.ts'
import { createBff } from '../create-bff.ts'
import { loadNotices } from '../notices/notices.ts'
import type { LogLine } from '../observability/log.ts'
import { reloadFiles } from '../operator-files.ts'
import { memoryStore } from '../store/memory-store.ts'
import { problemOf, theOptions } from '../testing/bff-requests.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { createPartners } from './partners.ts'
import { loadPartners } from './partners-file.ts'

const newFolder = temporaryFolders()
let folder: string
beforeEach(() => {
  folder = newFolder()
})

const entry = (name: string, more = {}) => ({ name, privacy_url: 'https://river.example/privacy', ...more })
const key = (secret: string) => `00000000-0000-4000-8000-000000000001:${secret}`

function write(file: unknown, name = 'partners.json') {
  const place = path.join(folder, name)
  // Replaces the file atomically, as an editor or a mounted volume does.
  writeFileSync(`${place}.new`, typeof file === 'string' ? file : JSON.stringify(file))
  renameSync(`${place}.new`, place)
}

async function loadFolder() {
  const lines: LogLine[] = []
  const log = (line: LogLine) => void lines.push(line)
  const options = { ...theOptions('http://127.0.0.1:1'), partnersFile: path.join(folder, 'partners.json') }
  const partners = await loadPartners(options, log)
  return {
    lines,
    partners,
    reload: () => reloadFiles([partners], log),
    nameOf: (id: string) => partners.current().get(id)?.settings.partner.name,
  }
}

it('a partners file is reloaded on request', async () => {
  write({ river: entry('River') })
  const { nameOf, lines, partners, reload } = await loadFolder()
  let changes = 0
  partners.onChange(() => changes++)
  write({ river: entry('River City'), north: entry('North') })
  expect(nameOf('river')).toBe('River')
  await reload()
  expect([nameOf('river'), nameOf('north')]).toEqual(['River City', 'North'])
  write({ north: entry('North') })
  await reload()
  expect(nameOf('river')).toBeUndefined()
  expect(lines.map(({ code }) => code)).toEqual(['files_reloaded', 'files_reloaded'])
  expect(changes).toBe(2)
})

it.each([
  ['is broken', '{ "river": '],
  ['has no valid entry', { river: entry('River', { privacy_url: 'ftp://SEEN' }) }],
  ['is empty', ''],
  ['is gone', undefined],
])('a partners file keeps its last good content when the new one %s, and says so', async (_, broken) => {
  write({ river: entry('River') })
  const { nameOf, lines, reload } = await loadFolder()
  if (broken === undefined) rmSync(path.join(folder, 'partners.json'))
  else write(broken)
  await reload()
  expect(lines).toMatchObject([{ level: 'error', code: 'files_rejected' }])
  expect(lines[0]?.problems?.join()).toContain('PARTNERS_FILE')
  expect(nameOf('river')).toBe('River')
  write({ river: entry('River again') })
  await reload()
  expect(nameOf('river')).toBe('River again')
  expect(lines.map(({ code }) => code)).toEqual(['files_rejected', 'files_reloaded'])
})

it('several files are reloaded together, or none of them', async () => {
  write({ river: entry('River') })
  write([], 'notices.json')
  const { partners, nameOf } = await loadFolder()
  const notices = loadNotices({ noticeFile: path.join(folder, 'notices.json') })
  const lines: LogLine[] = []
  const reload = () => reloadFiles([partners, notices], (line) => lines.push(line))
  write({ river: entry('River City') })
  write([{ text: { es: 'Un tribunal amplió el plazo.' } }], 'notices.json')
  await reload()
  expect(nameOf('river')).toBe('River')
  expect(lines[0]?.problems?.join()).toContain('NOTICE_FILE')
  write([{ text: { en: 'A court extended the deadline.' } }], 'notices.json')
  await reload()
  expect([nameOf('river'), notices.current().length]).toEqual(['River City', 1])
  expect(lines.map(({ code }) => code)).toEqual(['files_rejected', 'files_reloaded'])
})

it('a new key in the file of a partner’s own key is loaded and not logged', async () => {
  write(key('FIRSTCANARY'), 'river.key')
  write({ river: entry('River', { key_file: 'river.key' }) })
  const { partners, lines, reload } = await loadFolder()
  const authorization = () =>
    atob(`${partners.current().get('river')?.serviceKey?.key.authorization}`.slice('Basic '.length))
  expect(authorization()).toBe(key('FIRSTCANARY'))
  write(key('SECONDCANARY'), 'river.key')
  await reload()
  expect(authorization()).toBe(key('SECONDCANARY'))
  write('BROKENCANARY', 'river.key')
  await reload()
  expect(lines.at(-1)?.code).toBe('files_rejected')
  expect(authorization()).toBe(key('SECONDCANARY'))
  expect(JSON.stringify(lines)).not.toContain('CANARY')
})

it('reloading keeps the previous content of an invalid entry, reports it, and loads the others', async () => {
  write({ river: entry('River'), north: entry('North') })
  const { nameOf, partners, lines, reload } = await loadFolder()
  write({ river: entry('River City', { color: 'red' }), north: entry('North Star'), south: { name: 'South' } })
  await reload()
  expect([nameOf('river'), nameOf('north')]).toEqual(['River', 'North Star'])
  expect([partners.current().has('south'), nameOf('south')]).toEqual([true, undefined])
  expect(lines.map(({ code }) => code)).toEqual(['files_reloaded', 'entries_rejected'])
  expect(lines[1]?.problems).toEqual([
    expect.stringContaining('river.color is not known.'),
    expect.stringContaining('south.privacy_url is missing.'),
  ])
  write({ river: entry('River City'), south: entry('South') })
  await reload()
  expect([nameOf('river'), nameOf('south')]).toEqual(['River City', 'South'])
})

describe('an invalid entry at the start', () => {
  it('is reported, and its partner’s forms are rejected', async () => {
    write({ river: entry('River'), north: { name: 'North' } })
    const { partners, lines } = await loadFolder()
    expect(lines).toMatchObject([{ level: 'error', code: 'entries_rejected' }])
    const bff = createBff(theOptions('http://127.0.0.1:1'), { partners, log: (line) => void lines.push(line) })
    const ask = (partner: string) => bff.fetch(new Request(`http://bff.test${partnerPath(bffPaths.settings, partner)}`))
    const refused = await ask('north')
    expect([refused.status, (await ask('river')).status]).toEqual([503, 200])
    expect(await problemOf(refused)).toMatchObject({ code: 'partner_unavailable', outcome: 'not_sent' })
    expect(lines.find(({ code }) => code === 'partner_unavailable')).toMatchObject({ partner: 'north' })
    await bff.close()
  })

  it('stops the start when no other entry is valid, with every problem', async () => {
    write({ river: { name: '' } })
    await expect(loadFolder()).rejects.toThrow(
      /PARTNERS_FILE \(".*partners\.json"\): river\.name .*\n.*river\.privacy_url is missing/,
    )
  })
})

it('loading partners yields to requests after each of 500 entries, at the start and at a reload', async () => {
  const count = 500
  write(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, entry(`Partner ${index}`)])))
  let turns = 0
  let timer = setImmediate(function countTurn() {
    turns++
    timer = setImmediate(countTurn)
  })
  const { partners, reload } = await loadFolder()
  const turnsAtStart = turns
  await reload()
  clearImmediate(timer)
  expect(partners.current().size).toBe(count)
  expect([turnsAtStart, turns - turnsAtStart].map((each) => each >= count - 1)).toEqual([true, true])
})

it('loading partners yields to requests between the consent texts of two partners', async () => {
  write({ river: entry('River'), north: entry('North'), south: entry('South') })
  const { partners } = await loadFolder()
  let turns = 0
  const turnsByText: number[] = []
  const [river] = partners.current().values()
  if (river === undefined) throw new Error('The file has a partner.')
  const everyone = createPartners(river, { partners, clock: Date })
  for (const { texts } of everyone.list())
    texts.listTexts = () => {
      turnsByText.push(turns)
      return []
    }
  let timer = setImmediate(function countTurn() {
    turns++
    timer = setImmediate(countTurn)
  })
  createTextStore(memoryStore().wordings, everyone, Date)
  await expect.poll(() => turnsByText.length).toBe(everyone.list().length)
  clearImmediate(timer)
  expect(new Set(turnsByText).size).toBe(everyone.list().length)
})
