import { describe, expect, it } from 'vitest'
import { createStorageLogLine, StorageUnavailableError } from './sql.ts'

describe('the advice for an unavailable storage', () => {
  it.each([
    ['SQLITE_FULL', 'The disk is full.'],
    ['DISK_NEARLY_FULL', 'The disk is full.'],
    ['53100', 'The disk is full.'],
    ['KEY_REMOVED', 'The next attempt works'],
    ['SQLITE_CORRUPT', 'restore a backup'],
    ['SQLITE_BUSY_SNAPSHOT', 'Another program'],
    ['SQLITE_IOERR_WRITE', 'DATA_DIR'],
    ['SQLITE_READONLY', 'DATA_DIR'],
    ['53300', 'max_connections'],
    ['42501', 'privileges of the role'],
    ['28P01', 'user or password'],
    ['ECONNREFUSED', 'DATABASE_URL'],
    ['57P03', 'DATABASE_URL'],
    ['NO_ANSWER', 'DATABASE_URL'],
  ])('for %s says what to check', (cause, part) => {
    const line = createStorageLogLine(cause)
    expect(line).toMatchObject({ level: 'error', code: 'storage_unavailable', cause })
    expect(line.message).toContain(part)
  })

  it('is part of the error that a command shows', () => {
    expect(new StorageUnavailableError('SQLITE_FULL').message).toBe(
      'The storage is unavailable (SQLITE_FULL). The disk is full. Make room; no restart is needed.',
    )
  })
})
