import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createFolderError, prepareFolder } from './folder.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-prepare-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let said: string[]
let folders = 0
let folder: string
beforeEach(() => {
  said = []
  folder = path.join(root, String(++folders))
})

const schema = { name: 'bff', program: 'BFF' } as const
const prepare = (at: string, as: 'owner' | 'visitor' = 'owner') =>
  prepareFolder(at, as, { schema, log: ({ code }) => said.push(code) })

describe('the folder of a database', () => {
  it('is created with its parents, for this user only, and a visitor creates none', async () => {
    const below = path.join(folder, 'a', 'b')
    await expect(prepare(below, 'visitor')).rejects.toThrow('Is DATA_DIR the folder of the running BFF?')
    expect(existsSync(folder)).toBe(false)
    await Promise.all([prepare(below), prepare(below)])
    expect(statSync(below).mode & 0o777).toBe(0o700)
    expect(said).toEqual([])
  })

  it('can be a link to one', async () => {
    mkdirSync(`${folder}-real`, { mode: 0o700 })
    symlinkSync(`${folder}-real`, folder)
    await prepare(folder)
  })

  it.runIf(process.platform === 'linux')(
    'is rejected in /proc, where Node’s own recursive mkdir never returns',
    async () => {
      await expect(prepare('/proc/x/y')).rejects.toThrow(
        'The folder "/proc/x/y" cannot be used (ENOENT). Set DATA_DIR to',
      )
    },
  )

  it('is rejected when it does not answer in time', async () => {
    const never = () => new Promise<never>(() => undefined)
    await expect(prepareFolder(folder, 'owner', { schema, stat: never, timeoutMs: 20 })).rejects.toThrow(
      `The folder "${folder}" does not respond. It may be on a network disk.`,
    )
  })

  it('is rejected if a named pipe or folder has the name of SQLite’s files', async () => {
    mkdirSync(folder, { mode: 0o700 })
    for (const name of ['bff.db', 'bff.db-wal', 'bff.db-shm', 'bff.lock']) {
      const file = path.join(folder, name)
      execFileSync('mkfifo', [file])
      await expect(prepare(folder), name).rejects.toThrow(`"${file}" is not a regular file. Move it away`)
      rmSync(file)
    }
    mkdirSync(path.join(folder, 'bff.lock'))
    await expect(prepare(folder)).rejects.toThrow('is not a regular file')
  })

  it('causes a warning if every user may write to it', async () => {
    await prepare(folder)
    for (const mode of [0o700, 0o750, 0o755, 0o775]) {
      chmodSync(folder, mode)
      await prepare(folder)
    }
    expect(said).toEqual([])
    for (const mode of [0o777, 0o1777, 0o702]) {
      chmodSync(folder, mode)
      await prepare(folder)
    }
    expect(said).toEqual(Array.from({ length: 3 }, () => 'data_dir_world_writable'))
  })
})

const failed = (code: string) => Object.assign(new Error('x'), { code })
const refuses = (code: string) => () => {
  throw failed(code)
}

describe('an unusable folder', () => {
  it.each([
    ['EACCES', 'Give this user the right to write to it'],
    ['EROFS', 'mounted read-only'],
  ])('that is not writable is reported with the code of the system, %s', (code, advice) => {
    const { message } = createFolderError('/data', failed('SQLITE_CANTOPEN'), refuses(code))
    expect(message).toContain(`The folder "/data" cannot be used (${code}).`)
    expect(message).toContain(advice)
  })

  it('that is writable is reported with the code of SQLite', () => {
    expect(createFolderError(os.tmpdir(), failed('SQLITE_FULL')).message).toBe(
      `The folder "${os.tmpdir()}" cannot be used (SQLITE_FULL). Its disk is full. Make room and start again.`,
    )
  })

  it('that does not exist is reported with the code of its creation', () => {
    const { message } = createFolderError('/data', failed('EACCES'), refuses('ENOENT'))
    expect(message).toContain('(EACCES). Give this user the right')
  })
})
