/** What the embedded database promises beyond the common suite: one owner, durable after a kill, honest when full. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createSqlStore } from './sql-store.ts'
import { databaseFile, openSqlite } from './sqlite.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-sqlite-'))
let folders = 0
const newFolder = () => path.join(root, String(++folders))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const press = (mark: string, event = '1') => ({ event, reference: 'ref', mark, at: 1_000 })
const receipt = {
  id: 'receipt',
  at: 1,
  reference: 'ref',
  wording: 'en-1',
  locale: 'en',
  boxes: [],
  form: null,
  site: 'https://partner.example',
  phone: null,
}
const beginning = {
  key: 'k',
  fingerprint: 'f',
  owner: 'o',
  now: 1,
  lease: Date.now() + 60_000,
  until: Date.now() + 60_000,
  receipt,
}

describe('the embedded database', () => {
  it('has one owner; a second one is told what to do, and gets in when the first is gone', async () => {
    const folder = newFolder()
    const first = await openSqlite(folder, 'owner')
    await expect(openSqlite(folder, 'owner')).rejects.toThrow('Each process needs a DATA_DIR of its own')
    await first.close()
    await (await openSqlite(folder, 'owner')).close()
  })

  it('refuses an owner in another process too', async () => {
    const folder = newFolder()
    const owner = await openSqlite(folder, 'owner')
    const lock = `const Libsql = (await import('libsql')).default
      const lock = new Libsql(${JSON.stringify(path.join(folder, 'bff.lock'))})
      try { lock.exec('BEGIN EXCLUSIVE'); console.log('free') } catch (error) { console.log(error.code) }`
    const inAnother = async () =>
      (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', lock])).stdout.trim()
    expect(await inAnother()).toBe('SQLITE_BUSY')
    await owner.close()
    expect(await inAnother()).toBe('free')
  })

  it('lets visitors in beside its owner, and both see each other', async () => {
    const folder = newFolder()
    await expect(openSqlite(folder, 'visitor')).rejects.toThrow('Is DATA_DIR the folder of the running BFF?')
    const owner = createSqlStore(await openSqlite(folder, 'owner'))
    const visitor = createSqlStore(await openSqlite(folder, 'visitor'))
    await owner.presses.add(press('a'), 0)
    expect(await visitor.presses.list({ most: 9 })).toHaveLength(1)
    await visitor.close()
    await owner.close()
  })

  it('keeps its files from other users', async () => {
    const folder = newFolder()
    const database = await openSqlite(folder, 'owner')
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(path.join(folder, databaseFile)).mode & 0o077).toBe(0)
    await database.close()
  })

  it('frees at the start what the process before had in its hands', async () => {
    const folder = newFolder()
    const before = createSqlStore(await openSqlite(folder, 'owner'))
    await before.presses.add(press('a'), 0)
    await before.presses.claim(1_000, 1, 1_000_000)
    await before.forms.begin(beginning)
    expect(await before.forms.look('k', Date.now())).toMatchObject({ at: 'under_way' })
    await before.close()
    const after = createSqlStore(await openSqlite(folder, 'owner'))
    expect(await after.presses.claim(1_000, 9, 1)).toHaveLength(1)
    expect(await after.forms.look('k', Date.now())).toMatchObject({ at: 'lost' })
    await after.close()
  })

  it('says so when the disk is full, keeps what it had, and goes on when there is room', async () => {
    const database = await openSqlite(newFolder(), 'owner')
    const store = createSqlStore(database)
    await store.presses.add(press('before'), 0)
    const [{ page_count: pages } = { page_count: 0 }] = await database.all('PRAGMA page_count')
    await database.all(`PRAGMA max_page_count = ${Number(pages)}`)
    const big = 'x'.repeat(20_000)
    await expect(store.presses.add(press('too much', big), 0)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    await expect(store.forms.begin({ ...beginning, fingerprint: big })).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    expect(await store.presses.list({ most: 9 })).toHaveLength(1)
    expect(await store.receipts.list({ most: 9 })).toEqual([])
    await database.all('PRAGMA max_page_count = 100000')
    expect(await store.presses.add(press('too much', big), 0)).toEqual(expect.any(Number))
    expect(await store.presses.list({ most: 9 })).toMatchObject([{ event: '1' }, { event: big }])
    await store.close()
  })

  it.each(['a file', 'a file below'])('where the folder is %s: a sentence that says what to do', async (what) => {
    const file = newFolder()
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    const folder = what === 'a file' ? file : path.join(file, 'data')
    await expect(openSqlite(folder, 'owner')).rejects.toThrow('Set DATA_DIR to a folder on a local disk')
  })
})
