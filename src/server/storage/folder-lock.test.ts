import os from 'node:os'
import { describe, expect, it } from 'vitest'
import { unusableFolder } from './folder-lock.ts'

const failed = (code: string) => Object.assign(new Error('x'), { code })
const refuses = (code: string) => () => {
  throw failed(code)
}

describe('a folder that cannot be used', () => {
  it.each([
    ['EACCES', 'Give this user the right to write to it'],
    ['EROFS', 'mounted read-only'],
  ])('that cannot be written is reported with the code of the system, %s', (code, advice) => {
    const { message } = unusableFolder('/data', failed('SQLITE_CANTOPEN'), refuses(code))
    expect(message).toContain(`The folder "/data" cannot be used (${code}).`)
    expect(message).toContain(advice)
  })

  it('that can be written is reported with the code of SQLite', () => {
    expect(unusableFolder(os.tmpdir(), failed('SQLITE_FULL')).message).toBe(
      `The folder "${os.tmpdir()}" cannot be used (SQLITE_FULL). Its disk is full. Make room and start again.`,
    )
  })

  it('that does not exist is reported with the code of its creation', () => {
    const { message } = unusableFolder('/data', failed('EACCES'), refuses('ENOENT'))
    expect(message).toContain('(EACCES). Give this user the right')
  })
})
