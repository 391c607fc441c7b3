/** What the embedded database guarantees beyond the common suite: it reports a full disk, and loses nothing by it. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { temporaryFolder } from '../../server/testing/temporary-folder.ts'
import type { OutageResult } from '../confirm-outage.ts'
import { createSchedule } from '../scheduler.ts'
import { createUuid } from './rows.ts'
import { monitorSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { MonitorLogLine } from './store.ts'

const root = temporaryFolder()

const url = 'https://register.state.example/'
const start = Date.UTC(2026, 10, 3)

it('the embedded database keeps an outage from a time with a full disk, and writes it when there is room', async () => {
  const database = await openSqlite(path.join(root, 'full'), 'owner', { schema: monitorSchema })
  const store = createSqlStore(database)
  await store.setSites([{ url, description: 'MA Online Voter Registration' }], start)
  const lines: MonitorLogLine[] = []
  const mostPages = (count: number) => database.returning(`PRAGMA max_page_count = ${count}`)
  // The disk fills up while the site is being checked.
  const fill = async () => {
    const [{ page_count: pages } = { page_count: 0 }] = await database.query('PRAGMA page_count')
    await mostPages(Number(pages))
  }
  const confirmOutage = async (): Promise<OutageResult> => {
    await fill()
    const attempt = { checkedAt: start, up: false, ignored: false, loadUs: 1, via: 'direct', status: undefined }
    const error = 'x'.repeat(20_000)
    return { attempts: [{ ...attempt, error, redirects: [] }], verdict: 'down', decisiveIndex: 0 }
  }
  const schedule = createSchedule({
    store,
    confirmOutage,
    log: (line) => {
      lines.push(line)
      if (lines.length === 2) mostPages(100_000).catch(() => undefined)
    },
    clock: { now: () => start },
    random: () => 0.5,
    owner: 'me',
    limits: { intervalMs: 900_000, concurrency: 1, perHost: 1, hostGapMs: 0, leaseMs: 60_000 },
  })
  await schedule.runOnce()
  expect(lines.map(({ code, cause }) => [code, cause])).toEqual([
    ['storage_unavailable', 'SQLITE_FULL'],
    ['storage_unavailable', 'SQLITE_FULL'],
    ['site_down', 'x'.repeat(20_000)],
  ])
  const uuid = createUuid('site', url)
  expect(await store.downtime(uuid, { limit: 9, offset: 0 })).toMatchObject({ count: 1 })
  expect(await store.checks(uuid, { limit: 9, offset: 0 })).toMatchObject({ count: 1, items: [{ up: false }] })
  await schedule.stop(0)
  await store.close()
})
