/** Who writes together waits for the disk once, and nobody is taken along when another fails. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { carryOver } from './carry-over.ts'
import { type WriteTogether, writeTogether } from './group-commit.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-together-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let file: string
let commits: number
let together: WriteTogether
let connection: SqliteConnection
beforeEach(async () => {
  file = path.join(mkdtempSync(path.join(root, 'one-')), 'some.db')
  const real = await openSqliteConnection(file, ['journal_mode = WAL'])
  commits = 0
  connection = {
    ...real,
    exec: (statements) => {
      if (statements === 'COMMIT') commits++
      return real.exec(statements)
    },
  }
  await real.exec('CREATE TABLE thing (name TEXT NOT NULL UNIQUE)')
  together = writeTogether(connection)
  return async () => {
    await together.finish()
    real.close()
  }
})

const add = (name: string | null, soon = false) =>
  together.write((sql) => sql.all('INSERT INTO thing (name) VALUES ($1)', [name]), soon)
const names = () =>
  together.between(async () => (await connection.all('SELECT name FROM thing ORDER BY name')).map(({ name }) => name))

describe('writing together', () => {
  it('what comes in the same moment is written with one wait for the disk', async () => {
    await Promise.all(['c', 'a', 'b'].map((name) => add(name)))
    expect(await names()).toEqual(['a', 'b', 'c'])
    expect(commits).toBe(1)
  })

  it('what nobody waits for goes along with the next, or alone when none comes', async () => {
    const soon = add('soon', true)
    await add('now')
    await soon
    expect(commits).toBe(1)
    await add('alone', true)
    expect(await names()).toEqual(['alone', 'now', 'soon'])
    expect(commits).toBe(2)
  })

  it('one that fails takes nobody along: the others are written, and it alone is told', async () => {
    const all = await Promise.allSettled([add('a'), add(null), add('a'), add('b')])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['a', 'b'])
    await add('c')
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('what is in two steps is there whole or not at all', async () => {
    const twoSteps = together.write(async (sql) => {
      await sql.all("INSERT INTO thing (name) VALUES ('first')")
      await sql.all('INSERT INTO thing (name) VALUES (NULL)')
    }, false)
    const other = add('other')
    await expect(twoSteps).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_NOTNULL' })
    await other
    expect(await names()).toEqual(['other'])
  })

  it('waits for a visitor who writes, and goes on without blocking the process', async () => {
    const visitor = await openSqliteConnection(file, [])
    await connection.all('PRAGMA busy_timeout = 20000')
    await visitor.exec('BEGIN IMMEDIATE')
    const added = add('after the visitor')
    let turns = 0
    for (; turns < 5; turns++) await new Promise((resolve) => void setTimeout(resolve, 10))
    expect(await visitor.all('SELECT name FROM thing')).toEqual([])
    await visitor.exec('COMMIT')
    await added
    expect(turns).toBe(5)
    visitor.close()
  })

  it('finishes with what waited', async () => {
    const some = ['a', 'b'].map((name) => add(name, true))
    await together.finish()
    await Promise.all(some)
    expect(await names()).toEqual(['a', 'b'])
  })
})

it('carries the log over while others write: it does not grow for ever', async () => {
  await connection.all('PRAGMA wal_autocheckpoint = 0')
  const carrier = await openSqliteConnection(file, [])
  const stop = carryOver(`${file}-wal`, carrier, together.between, 20)
  const log = () => statSync(`${file}-wal`).size
  const text = 'x'.repeat(50_000)
  let written = 0
  // Were it never carried over, it would hold everything that was written.
  await expect
    .poll(
      async () => {
        for (let each = 0; each < 10; each++) {
          await add(`${++written} ${text}`)
        }
        return log() < (written * text.length) / 2
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(true)
  await stop()
  carrier.close()
})
