/** Transactions that share a commit: each is on the disk when it resolves, and a failing one does not affect the others. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import { openSqliteConnection, runTransaction, type SqliteConnection } from './sqlite.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-group-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let file: string
let commits: number
let begins: number
let group: ReturnType<typeof createGroupCommit>
let connection: SqliteConnection
beforeEach(async () => {
  file = path.join(mkdtempSync(path.join(root, 'one-')), 'some.db')
  const real = await openSqliteConnection(file, ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 0'])
  commits = 0
  begins = 0
  connection = {
    ...real,
    run: (statement, ...rest) => {
      if (statement === 'BEGIN IMMEDIATE') begins++
      return real.run(statement, ...rest)
    },
    exec: (statement) => {
      if (statement === 'COMMIT') commits++
      return real.exec(statement)
    },
  }
  await real.run('CREATE TABLE thing (name TEXT NOT NULL UNIQUE)')
  group = createGroupCommit({
    commit: (work) => runTransaction(connection, work),
    concurrency: 1,
    isRolledBack: () => true,
  })
  return async () => {
    await group.flush()
    real.close()
  }
})

const add = (name: string | null, deferred = false) =>
  group.transaction((sql) => sql.run('INSERT INTO thing (name) VALUES ($1)', [name]), { deferred })
const names = async () => (await connection.query('SELECT name FROM thing ORDER BY name')).map(({ name }) => name)

describe('group commit', () => {
  it('writes concurrent statements with one wait for the disk', async () => {
    await Promise.all(['c', 'a', 'b'].map((name) => add(name)))
    expect(await names()).toEqual(['a', 'b', 'c'])
    expect(commits).toBe(1)
  })

  it('writes a deferred statement with the next one, or alone when none follows', async () => {
    const deferred = add('deferred', true)
    await add('now')
    await deferred
    expect(commits).toBe(1)
    await add('alone', true)
    expect(await names()).toEqual(['alone', 'deferred', 'now'])
    expect(commits).toBe(2)
  })

  it('rejects the one that fails, and writes the others', async () => {
    const all = await Promise.allSettled([add('a'), add(null), add('a'), add('b')])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['a', 'b'])
    await add('c')
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('writes all of a transaction of two statements, or nothing', async () => {
    const twoSteps = group.transaction(async (sql) => {
      await sql.run("INSERT INTO thing (name) VALUES ('first')")
      await sql.run('INSERT INTO thing (name) VALUES (NULL)')
    })
    const other = add('other')
    await expect(twoSteps).rejects.toMatchObject({ name: 'StorageUnavailableError', code: 'SQLITE_CONSTRAINT_NOTNULL' })
    await other
    expect(await names()).toEqual(['other'])
  })

  it('waits for another process that writes, and does not block this one', async () => {
    const visitor = await openSqliteConnection(file, [])
    await visitor.run('BEGIN IMMEDIATE')
    const added = add('after the visitor')
    await expect.poll(() => begins).toBeGreaterThan(2)
    expect(await visitor.query('SELECT name FROM thing')).toEqual([])
    await visitor.run('COMMIT')
    await added
    visitor.close()
  })

  it('flushes what waits', async () => {
    const some = ['a', 'b'].map((name) => add(name, true))
    await group.flush()
    await Promise.all(some)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('lets SQLite checkpoint: the log does not grow forever', async () => {
    const text = 'x'.repeat(50_000)
    for (let written = 0; written < 400; written++) await add(`${written} ${text}`)
    expect(statSync(`${file}-wal`).size).toBeLessThan((400 * text.length) / 2)
  })
})
