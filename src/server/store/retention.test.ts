import { describe, expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from './memory-store.ts'
import { startRetention } from './retention.ts'
import type { Cutoffs } from './store.ts'

const day = 86_400_000
const retentionDays = { failedClicks: 30, receipts: 1_827 }

const gone = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))

describe('the cleanup', () => {
  it('keeps delivered clicks for the day that they can be decrypted, failed ones and receipts as configured', async () => {
    const asked: Cutoffs[] = []
    const sweep = async (cutoffs: Cutoffs) => {
      asked.push(cutoffs)
      return { delivered: 5, failed: 2, forms: 7, receipts: 1, settled: 3 }
    }
    const lines: LogLine[] = []
    const log = (line: LogLine) => void lines.push(line)
    const tidy = startRetention({
      store: { ...memoryStore(), sweep },
      log,
      clock: { now: () => 2_000 * day },
      retentionDays,
    })
    await tidy.runNow()
    await tidy.stop()
    expect(asked).toEqual([
      {
        time: 2_000 * day,
        delivered: 1_999 * day,
        failed: 1_970 * day,
        receipts: 173 * day,
        open: 2_000 * day - 300_000,
      },
    ])
    expect(lines).toEqual([
      { level: 'warn', code: 'receipts_unknown', count: 3, message: expect.stringContaining('Ask the operator') },
      { level: 'warn', code: 'failed_clicks_removed', count: 2 },
      { level: 'warn', code: 'receipts_removed', count: 1 },
    ])
  })

  it('survives a storage that fails', async () => {
    const lines: LogLine[] = []
    const log = (line: LogLine) => void lines.push(line)
    const tidy = startRetention({
      store: { ...memoryStore(), sweep: gone },
      log,
      clock: { now: () => 0 },
      retentionDays,
    })
    await tidy.runNow()
    await tidy.stop()
    expect(lines).toMatchObject([
      { code: 'storage_unavailable', cause: 'ECONNREFUSED', message: expect.stringContaining('DATABASE_URL') },
    ])
  })
})
