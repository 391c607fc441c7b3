/** What the embedded database promises beyond the common suite: one owner, durability after a kill, an error when full. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sql } from '../storage/sql.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { aReceipt } from '../testing/receipts.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-sqlite-'))
let folders = 0
const newFolder = () => path.join(root, String(++folders))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const click = (tokenHash: string, event = '1') => ({
  event,
  reference: 'ref',
  tokenHash,
  acceptedAt: 1_000,
  click: { receipt: 'none', button: 'primary' as const },
})
const receipt = aReceipt({ id: 'receipt', created_at: 1 })
const beginning = {
  key: 'k',
  fingerprint: 'f',
  owner: 'o',
  startedAt: 1,
  lease: Date.now() + 60_000,
  expiresAt: Date.now() + 60_000,
  receipt,
}

describe('the embedded database', () => {
  it('has one owner; a second one gets advice, and access when the first is gone', async () => {
    const folder = newFolder()
    const first = await openSqlite(folder, 'owner', { schema: bffSchema })
    await expect(openSqlite(folder, 'owner', { schema: bffSchema })).rejects.toThrow(
      'Each process needs its own DATA_DIR',
    )
    await first.close()
    await (await openSqlite(folder, 'owner', { schema: bffSchema })).close()
  })

  it('rejects an owner in another process too', async () => {
    const folder = newFolder()
    const owner = await openSqlite(folder, 'owner', { schema: bffSchema })
    const lock = `const Libsql = (await import('libsql')).default
      const lock = new Libsql(${JSON.stringify(path.join(folder, 'bff.lock'))})
      try { lock.exec('BEGIN EXCLUSIVE'); console.log('free') } catch (error) { console.log(error.code) }`
    const inAnother = async () =>
      (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', lock])).stdout.trim()
    expect(await inAnother()).toBe('SQLITE_BUSY')
    await owner.close()
    expect(await inAnother()).toBe('free')
  })

  it('admits visitors together with its owner, and both see each other’s writes', async () => {
    const folder = newFolder()
    await expect(openSqlite(folder, 'visitor', { schema: bffSchema })).rejects.toThrow(
      'Is DATA_DIR the folder of the running BFF?',
    )
    const owner = createSqlStore(await openSqlite(folder, 'owner', { schema: bffSchema }))
    const visitor = createSqlStore(await openSqlite(folder, 'visitor', { schema: bffSchema }))
    await owner.clicks.add(click('a'))
    expect(await visitor.clicks.list({ limit: 9 })).toHaveLength(1)
    await visitor.close()
    await owner.close()
  })

  it('hides its files from other users', async () => {
    const folder = newFolder()
    const database = await openSqlite(folder, 'owner', { schema: bffSchema })
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(path.join(folder, 'bff.db')).mode & 0o077).toBe(0)
    await database.close()
  })

  it('releases at the start what the previous process had leased', async () => {
    const folder = newFolder()
    const before = createSqlStore(await openSqlite(folder, 'owner', { schema: bffSchema }))
    await before.clicks.add(click('a'))
    await before.clicks.claim(1_000, 1, 1_000_000)
    await before.forms.startAttempt(beginning)
    expect(await before.forms.find('k', Date.now())).toMatchObject({ type: 'under_way' })
    await before.close()
    const after = createSqlStore(await openSqlite(folder, 'owner', { schema: bffSchema }))
    expect(await after.clicks.claim(1_000, 9, 1)).toHaveLength(1)
    expect(await after.forms.find('k', Date.now())).toMatchObject({ type: 'lost' })
    await after.close()
  })

  it('reports a full disk, keeps its data, and continues when there is room', async () => {
    const database = await openSqlite(newFolder(), 'owner', { schema: bffSchema })
    const store = createSqlStore(database)
    await store.clicks.add(click('before'))
    const [{ page_count: pages } = { page_count: 0 }] = await database.query('PRAGMA page_count')
    const mostPages = (count: number) => database.transaction((sql) => sql.query(`PRAGMA max_page_count = ${count}`))
    await mostPages(Number(pages))
    const big = 'x'.repeat(20_000)
    await expect(store.clicks.add(click('too much', big))).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    await expect(store.forms.startAttempt({ ...beginning, fingerprint: big })).rejects.toMatchObject({
      code: 'SQLITE_FULL',
    })
    expect(await store.clicks.list({ limit: 9 })).toHaveLength(1)
    expect(await store.receipts.list({ limit: 9 })).toEqual([])
    await mostPages(100_000)
    expect(await store.clicks.add(click('too much', big))).toEqual(expect.any(Number))
    expect(await store.clicks.list({ limit: 9 })).toMatchObject([{ event: '1' }, { event: big }])
    await store.close()
  })

  it('finds everything by an index, however much is stored: nothing reads a whole table', async () => {
    const asked = new Set<string>()
    const database = await openSqlite(newFolder(), 'owner', { schema: bffSchema })
    const noting =
      <Rest extends unknown[], Result>(run: (statement: string, ...rest: Rest) => Result) =>
      (statement: string, ...rest: Rest) => {
        asked.add(statement)
        return run(statement, ...rest)
      }
    const notingBoth = (sql: Sql): Sql => ({ query: noting(sql.query), run: noting(sql.run) })
    const store = createSqlStore({
      ...database,
      query: noting(database.query),
      run: noting(database.run),
      returning: noting(database.returning),
      transaction: (work, options) => database.transaction((sql) => work(notingBoth(sql)), options),
    })
    const id = await store.clicks.add(click('a'))
    await store.clicks.claim(1_000, 1, 1)
    const tried = {
      id: Number(id),
      attempts: 1,
      unanswered: 0,
      nextAttemptAt: 0,
      attemptedAt: 1,
      status: 1,
      cause: undefined,
    }
    await store.clicks.recordAttempt({ ...tried, state: 'failed' })
    await store.clicks.retry('all', 1)
    await store.clicks.retry([1], 1)
    await store.clicks.list({ limit: 1 })
    await store.clicks.get(1)
    await store.clicks.depth()
    await store.forms.startAttempt(beginning)
    await store.forms.startAttempt(beginning)
    await store.forms.find('k', 1)
    const ended = { id: receipt.id, outcome: 'answered', status: 200, finishedAt: 1 }
    await store.forms.finishAttempt({ key: 'k', owner: 'o', outcome: 'x', expiresAt: 1, receipt: ended })
    await store.forms.finishAttempt({
      key: 'k',
      owner: 'o',
      outcome: undefined,
      expiresAt: 1,
      receipt: { ...ended, outcome: undefined },
    })
    await store.receipts.list({ limit: 1 })
    await store.clicks.add({ ...click('b'), click: { receipt: receipt.id, button: 'primary' } })
    await store.receipts.count({ from: 1, to: 2, by: ['state', 'source'], outcome: 'answered' })
    await expect(store.receipts.count({ from: 1, to: 2, by: ["x' OR 1"] })).rejects.toThrow('not the name')
    await store.sweep({ time: 1, delivered: 1, failed: 1, receipts: 1, open: 1 })
    const whole: string[] = []
    for (const statement of asked) {
      for (const { detail } of await database.query(
        `EXPLAIN QUERY PLAN ${statement}`,
        Array.from(new Set(statement.match(/\$\d+/g)), () => 1),
      )) {
        // A partial index contains only the rows that are searched, so scanning it is fine; so is grouping those of a day.
        if (/^SCAN bff_\w+$|TEMP B-TREE FOR (?!GROUP BY)/.test(String(detail)))
          whole.push(`${String(detail)}: ${statement}`)
      }
    }
    expect(asked.size).toBeGreaterThan(15)
    expect(whole).toEqual([])
    await store.close()
  })

  it('that is damaged is reported as such: nothing is wrong with the folder', async () => {
    for (const damage of ['no database', 'a lost page', 'cut']) {
      const folder = newFolder()
      await (await openSqlite(folder, 'owner', { schema: bffSchema })).close()
      const file = path.join(folder, 'bff.db')
      const bytes = readFileSync(file)
      if (damage === 'no database') bytes.fill('x', 0, 100)
      // The first page keeps its header and loses its table of contents.
      if (damage === 'a lost page') bytes.fill(0xff, 100, 4096)
      writeFileSync(file, damage === 'cut' ? bytes.subarray(0, 5000) : bytes)
      const opening = openSqlite(folder, 'owner', { schema: bffSchema }).then(() => damage)
      await expect(opening, damage).rejects.toThrow(
        /cannot be used \(SQLITE_(NOTADB|CORRUPT|ERROR)\)\. Its database file is damaged, .* Restore a backup/,
      )
    }
  })

  it.each(['a file', 'a file below'])('in a folder that is %s gives a sentence that says what to do', async (what) => {
    const file = newFolder()
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    const folder = what === 'a file' ? file : path.join(file, 'data')
    await expect(openSqlite(folder, 'owner', { schema: bffSchema })).rejects.toThrow(
      'Set DATA_DIR to a folder on a local disk',
    )
  })
})
