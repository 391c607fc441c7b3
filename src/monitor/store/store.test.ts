/** The guarantees of every storage of the monitor: one suite, for SQLite and PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { array, assert, asyncProperty, boolean, integer, tuple } from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { seed } from '../../contract/testing/seed.ts'
import { openPostgres } from '../../server/storage/postgres.ts'
import type { Database } from '../../server/storage/sql.ts'
import { inMemory, openSqlite } from '../../server/storage/sqlite.ts'
import { sharedPostgres } from '../../server/testing/shared-postgres.ts'
import { windows } from '../uptime-ratio.ts'
import type { CreateNotice } from './record-checks.ts'
import { createUuid } from './rows.ts'
import { monitorSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { Attempt, CheckFinding, CheckJob, MonitorStore } from './store.ts'

const day = 86_400_000
const start = Date.UTC(2026, 2, 1)
const folders: string[] = []
const postgres = sharedPostgres()
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const open: MonitorStore[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()))
})

const databases: Record<string, () => Promise<() => Promise<Database>>> = {
  'SQLite in memory': async () => () => openSqlite(inMemory, 'owner', { schema: monitorSchema }),
  'SQLite on disk': async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-monitor-'))
    folders.push(folder)
    return () => openSqlite(folder, 'owner', { schema: monitorSchema })
  },
  PostgreSQL: async () => {
    const url = await postgres.newDatabase()
    return () => openPostgres({ url, schema: monitorSchema, queryTimeout: 60_000 }, 'owner')
  },
}

const aSite = (name: string) => ({ url: `https://${name}.state.example/`, description: `MA ${name}` })
const getUuid = (name: string) => createUuid('site', aSite(name).url)

const anAttempt = (more: Partial<Attempt> = {}): Attempt => ({
  checkedAt: start,
  up: true,
  ignored: false,
  loadUs: 1_500_000,
  via: 'direct',
  status: 200,
  error: undefined,
  redirects: [],
  ...more,
})
const failed = { up: false, error: 'timeout', status: undefined }

const first = { limit: 100, offset: 0 }

describe.each(Object.entries(databases))('the store on %s', (name, make) => {
  async function aStore(noticeOf?: CreateNotice): Promise<MonitorStore> {
    const store = createSqlStore(await (await make())(), noticeOf)
    open.push(store)
    return store
  }

  /** A turn of a site, recorded at a time; due again at once. */
  async function turn(
    store: MonitorStore,
    at: number,
    verdict: CheckFinding['verdict'],
    attempts?: Attempt[],
  ): Promise<void> {
    const [site] = await store.claim({ owner: 'me', nowMs: at, expiresAt: at + 60_000, limit: 1, claimedIds: [] })
    if (site === undefined) throw new Error('Nothing is due.')
    const standard = [anAttempt({ checkedAt: at, ...(verdict === 'up' ? {} : failed) })]
    const finding = { site, owner: 'me', attempts: attempts ?? standard, verdict, decisiveIndex: 0, dueAt: at }
    expect(await store.record(finding)).toBe('recorded')
  }

  it('has no state for a site before its first check (X29)', async () => {
    const store = await aStore()
    await store.setSites([aSite('one'), aSite('two')], start)
    const { count, items } = await store.sites(first, start)
    expect(count).toBe(2)
    expect(items.map(({ url }) => url)).toEqual([aSite('two').url, aSite('one').url])
    expect(items[0]).toMatchObject({ uuid: getUuid('two'), description: 'MA two' })
    expect(items[0]?.up).toBeUndefined()
    expect(items[0]?.uptimeRatios).toBeUndefined()
    expect(await store.checks(getUuid('one'), first)).toEqual({ count: 0, items: [] })
    expect(await store.downtime(getUuid('one'), first)).toEqual({ count: 0, items: [] })
    expect(await store.site('nobody', start)).toBeUndefined()
    expect(await store.checks('nobody', first)).toBeUndefined()
    expect(await store.downtime('nobody', first)).toBeUndefined()
  })

  it('opens an interval when a site goes down, and closes it when it comes up (R-U17, R-U19)', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    await turn(store, start, 'up')
    const up = await store.site(getUuid('one'), start)
    expect(up).toMatchObject({ up: true, changedAt: start, uptimeRatios: [1, 1, 1, 1] })
    expect(up?.wentUp).toBeUndefined()

    await turn(store, start + day, 'down', [
      anAttempt({ checkedAt: start + day, ...failed }),
      anAttempt({ checkedAt: start + day + 5_000, ...failed, via: 'other', error: 'HTTP 503', status: 503 }),
    ])
    await turn(store, start + day + 60_000, 'down')
    const down = await store.sitesDown(first, start + day + 60_000)
    expect(down).toMatchObject({ count: 1, items: [{ up: false, changedAt: start + day }] })
    expect(down.items[0]?.wentDown).toMatchObject({ checkedAt: start + day, error: 'timeout', up: false })
    expect(down.items[0]?.uptimeRatios?.[0]).toBeCloseTo(1 - 60_000 / day, 12)
    const lasting = await store.downtime(undefined, first)
    expect(lasting).toMatchObject({
      count: 1,
      items: [{ site: getUuid('one'), downCheck: { checkedAt: start + day } }],
    })
    expect(lasting?.items[0]?.upCheck).toBeUndefined()

    await turn(store, start + 2 * day, 'up')
    expect((await store.sitesDown(first, start)).count).toBe(0)
    const ended = await store.downtime(getUuid('one'), first)
    expect(ended?.items).toMatchObject([
      { downCheck: { checkedAt: start + day }, upCheck: { checkedAt: start + 2 * day, up: true } },
    ])
    const again = await store.site(getUuid('one'), start + 2 * day)
    expect(again).toMatchObject({
      up: true,
      wentUp: { checkedAt: start + 2 * day },
      wentDown: { checkedAt: start + day },
    })
    expect(again?.uptimeRatios?.[0]).toBe(0)
    expect(again?.uptimeRatios?.[1]).toBeCloseTo(6 / 7, 12)

    const checks = await store.checks(getUuid('one'), first)
    expect(checks?.count).toBe(5)
    expect(checks?.items.map(({ up: isUp, error }) => [isUp, error])).toEqual([
      [true, undefined],
      [false, 'timeout'],
      [false, 'HTTP 503'],
      [false, 'timeout'],
      [true, undefined],
    ])
    expect(new Set(checks?.items.map(({ uuid }) => uuid)).size).toBe(5)
    expect(checks?.items[2]?.proxy).toBe(createUuid('via', 'other'))
    // The check inside the interval is the one in the list.
    expect(checks?.items[3]?.uuid).toBe(ended?.items[0]?.downCheck.uuid)
  })

  it('changes nothing after an unknown result', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    await turn(store, start, 'unknown', [anAttempt({ ...failed, ignored: true, redirects: ['https://a.example/'] })])
    expect((await store.site(getUuid('one'), start))?.up).toBeUndefined()
    expect((await store.checks(getUuid('one'), first))?.items).toMatchObject([
      { ignored: true, redirects: ['https://a.example/'] },
    ])
    expect((await store.downtime(undefined, first))?.count).toBe(0)
  })

  it('returns pages at any offset, the newest first, and none beyond the end', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    for (let i = 0; i < 25; i++) await turn(store, start + i, i % 2 === 0 ? 'up' : 'down')
    const ats = async (place: { limit: number; offset: number }) =>
      (await store.checks(getUuid('one'), place))?.items.map(({ checkedAt: at }) => at - start)
    expect(await ats({ limit: 3, offset: 0 })).toEqual([24, 23, 22])
    expect(await ats({ limit: 3, offset: 20 })).toEqual([4, 3, 2])
    expect(await ats({ limit: 10, offset: 23 })).toEqual([1, 0])
    expect(await ats({ limit: 10, offset: 25 })).toEqual([])
    expect(await ats({ limit: 10, offset: 1e12 })).toEqual([])
    const downs = await store.downtime(undefined, { limit: 2, offset: 1 })
    expect(downs?.count).toBe(12)
    expect(downs?.items.map(({ downCheck }) => downCheck.checkedAt - start)).toEqual([21, 19])
    expect((await store.downtime(getUuid('one'), { limit: 5, offset: 10 }))?.items).toHaveLength(2)
  })

  it('leases a check to one monitor only, until it is over or has timed out', async () => {
    const store = await aStore()
    await store.setSites(
      Array.from({ length: 20 }, (_, i) => aSite(`s${i}`)),
      start,
    )
    const claim = (owner: string, now: number, inHand: readonly number[] = []) =>
      store.claim({ owner, nowMs: now, expiresAt: now + 1_000, limit: 7, claimedIds: inHand })
    const owners = ['a', 'b', 'c', 'd']
    const claims = await Promise.all(owners.map((owner) => claim(owner, start)))
    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (let rest = await claim('e', start); rest.length > 0; rest = await claim('e', start, ids)) {
      ids.push(...rest.map(({ id }) => id))
    }
    expect(new Set(ids).size).toBe(20)
    expect(ids).toHaveLength(20)
    // One of them may have found all sites claimed by the others.
    const slow = claims.findIndex(({ length }) => length > 0)
    const [owner, other] = [owners[slow], owners.find((_, place) => place !== slow)]
    const late = claims[slow]?.[0]
    if (owner === undefined || other === undefined || late === undefined) throw new Error('Nothing was claimed.')
    expect(await store.renew({ owner, site: late.id, expiresAt: start + 5_000 })).toBe(true)
    expect(await store.renew({ owner: other, site: late.id, expiresAt: start + 5_000 })).toBe(false)
    const over = await store.claim({
      owner: 'f',
      nowMs: start + 2_000,
      expiresAt: start + 9_000,
      limit: 99,
      claimedIds: [],
    })
    expect(over.map(({ id }) => id)).not.toContain(late.id)
    expect(over).toHaveLength(19)
    await store.releaseClaims('f')
    expect(
      await store.claim({ owner: 'g', nowMs: start + 2_000, expiresAt: start + 9_000, limit: 99, claimedIds: [] }),
    ).toHaveLength(19)
  })

  it('leases a check again to its holder that got no response, and to nobody else', async () => {
    const store = await aStore()
    await store.setSites([aSite('one'), aSite('two')], start)
    const ask = { owner: 'me', nowMs: start, expiresAt: start + 60_000, limit: 1 }
    const [claim] = await store.claim({ ...ask, claimedIds: [] })
    if (claim === undefined) throw new Error('Nothing was claimed.')
    const inHand = [claim.id]
    const [lost] = await store.claim({ ...ask, claimedIds: inHand })
    expect(lost?.id).not.toBe(claim.id)
    expect(await store.claim({ ...ask, owner: 'other', claimedIds: [] })).toEqual([])
    expect(await store.claim({ ...ask, claimedIds: inHand })).toEqual([lost])
    expect(await store.claim({ ...ask, claimedIds: [claim.id, lost?.id ?? 0] })).toEqual([])
  })

  it('records a check once, and not for a monitor that has lost its lease', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    const [site] = await store.claim({ owner: 'slow', nowMs: start, expiresAt: start + 1, limit: 1, claimedIds: [] })
    const [same] = await store.claim({
      owner: 'quick',
      nowMs: start + 1,
      expiresAt: start + 9,
      limit: 1,
      claimedIds: [],
    })
    expect(same?.id).toBe(site?.id)
    const finding = (owner: string) => ({
      site: site as CheckJob,
      owner,
      attempts: [anAttempt()],
      verdict: 'up' as const,
      decisiveIndex: 0,
      dueAt: start + 10,
    })
    const ends = [finding('slow'), finding('quick'), finding('quick')].map((each) => store.record(each))
    const [slow, ...quick] = await Promise.all(ends)
    // On PostgreSQL either of the two may come first.
    expect([slow, quick.sort()]).toEqual(['lost', ['lost', 'recorded']])
    expect((await store.checks(getUuid('one'), first))?.count).toBe(1)
    expect(
      await store.claim({ owner: 'x', nowMs: start + 9, expiresAt: start + 99, limit: 1, claimedIds: [] }),
    ).toEqual([])
  })

  it('schedules an immediate check on request, also while one is running', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    const [site] = await store.claim({ owner: 'me', nowMs: start, expiresAt: start + 9, limit: 1, claimedIds: [] })
    expect(await store.makeDue(aSite('one').url, start + 1)).toBe(true)
    expect(await store.makeDue('https://unknown.example/', start)).toBe(false)
    await store.record({
      site: site as CheckJob,
      owner: 'me',
      attempts: [anAttempt()],
      verdict: 'up',
      decisiveIndex: 0,
      dueAt: start + day,
    })
    expect(
      await store.claim({ owner: 'me', nowMs: start + 1, expiresAt: start + 9, limit: 1, claimedIds: [] }),
    ).toHaveLength(1)
  })

  it('keeps the history of a site that leaves the list and returns, without checking it meanwhile', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    await turn(store, start, 'down')
    await store.setSites([{ ...aSite('two'), description: 'MA new name', mustContain: 'Register' }], start + 2)
    expect((await store.sites(first, start)).items).toMatchObject([{ description: 'MA new name' }])
    expect(
      await store.claim({ owner: 'me', nowMs: start + day, expiresAt: start + day, limit: 9, claimedIds: [] }),
    ).toMatchObject([{ url: aSite('two').url, mustContain: 'Register' }])
    expect(await store.site(getUuid('one'), start)).toBeUndefined()
    await store.setSites([aSite('one')], start + 3)
    expect((await store.checks(getUuid('one'), first))?.count).toBe(1)
    expect(await store.site(getUuid('one'), start + 3)).toMatchObject({ up: false })
  })

  it('never has an interval of negative length when the clock is set back (DST has no part in it)', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    const [site] = await store.claim({ owner: 'me', nowMs: start, expiresAt: start + 9, limit: 1, claimedIds: [] })
    const hour = 3_600_000
    const times = [0, -hour, -2 * hour, hour, 0]
    for (const [index, shift] of times.entries()) {
      const at = start + shift
      const verdict = index % 2 === 0 ? 'down' : 'up'
      const attempts = [anAttempt({ checkedAt: at, ...(verdict === 'up' ? {} : failed) })]
      await store.record({ site: site as CheckJob, owner: 'me', attempts, verdict, decisiveIndex: 0, dueAt: start })
      await store.claim({ owner: 'me', nowMs: start + day, expiresAt: start + day, limit: 1, claimedIds: [] })
    }
    const intervals = (await store.downtime(getUuid('one'), first))?.items ?? []
    expect(intervals).toHaveLength(3)
    for (const { downCheck, upCheck } of intervals)
      expect((upCheck?.checkedAt ?? downCheck.checkedAt) >= downCheck.checkedAt).toBe(true)
    expect((await store.site(getUuid('one'), start + hour))?.uptimeRatios?.[0]).toBeCloseTo(1 - 1 / 24, 12)
  })

  it('removes old checks day by day, and keeps the time of the first and the intervals whole', async () => {
    const store = await aStore()
    await store.setSites([aSite('one')], start)
    await turn(store, start, 'up')
    await turn(store, start + 1_000, 'down')
    await turn(store, start + 2_000, 'up', [anAttempt({ checkedAt: start + 2_000, loadUs: 500_000 })])
    await turn(store, start + day, 'up')
    await turn(store, start + 2 * day, 'up')
    expect(await store.deleteOld(start + 2 * day)).toEqual({ removed: 4, hasMore: false })
    expect(await store.deleteOld(start + 9 * day)).toEqual({ removed: 0, hasMore: false })
    expect(await store.checks(getUuid('one'), first)).toMatchObject({
      count: 1,
      items: [{ checkedAt: start + 2 * day }],
    })
    expect((await store.site(getUuid('one'), start))?.firstCheckAt).toBe(start)
    expect((await store.downtime(getUuid('one'), first))?.items).toMatchObject([
      { downCheck: { checkedAt: start + 1_000 }, upCheck: { checkedAt: start + 2_000 } },
    ])
    await turn(store, start + 3 * day, 'up')
    expect((await store.checks(getUuid('one'), { limit: 9, offset: 1 }))?.items).toMatchObject([
      { checkedAt: start + 2 * day },
    ])
  })

  it('stores a notification with its change until it was delivered', async () => {
    const store = await aStore(({ site, state: to, changedAt: at, downSince, error, downtimeNumber: downtime }) => ({
      id: `${to}-${downtime}`,
      body: JSON.stringify([site.url, at - start, downSince - start, error]),
    }))
    await store.setSites([aSite('one')], start)
    await turn(store, start, 'down')
    await turn(store, start + 5, 'up')
    const claim = (now: number) => store.claimNotices({ nowMs: start + now, expiresAt: start + now + 100, limit: 9 })
    expect(await claim(10)).toEqual([
      { id: 'down-1', madeAt: start, body: JSON.stringify([aSite('one').url, 0, 0, 'timeout']), attempts: 1 },
      { id: 'up-1', madeAt: start + 5, body: JSON.stringify([aSite('one').url, 5, 0, 'timeout']), attempts: 1 },
    ])
    expect(await claim(50)).toEqual([])
    await store.finishNotice('down-1', { type: 'heard' })
    await store.finishNotice('up-1', { type: 'again', dueAt: start + 60 })
    expect(await claim(60)).toMatchObject([{ id: 'up-1', attempts: 2 }])
    await store.finishNotice('up-1', { type: 'given_up' })
    expect(await store.notices()).toEqual({ waiting: 0, abandoned: 1 })
    expect(await claim(99_999)).toEqual([])
  })

  it('computes exact uptime over the intervals, for any schedule', async () => {
    const store = await aStore()
    let runs = 0
    await assert(
      asyncProperty(
        array(tuple(integer({ min: 1, max: 20 * day }), boolean()), { maxLength: 60 }),
        integer({ min: 0, max: 100 * day }),
        async (steps, after) => {
          const site = `property-${++runs}`
          await store.setSites([aSite(site)], start)
          let at = start
          const changes: { at: number; up: boolean }[] = []
          for (const [gap, up] of steps) {
            await turn(store, at, up ? 'up' : 'down')
            changes.push({ at, up })
            at += gap
          }
          const now = (changes.at(-1)?.at ?? start) + after
          const read = await store.site(getUuid(site), now)
          if (changes.length === 0) {
            expect(read?.uptimeRatios).toBeUndefined()
            return
          }
          for (const [index, window] of windows.entries()) {
            expect(Math.abs((read?.uptimeRatios?.[index] ?? -1) - bruteForce(changes, now, window))).toBeLessThan(1e-9)
          }
        },
      ),
      { seed, numRuns: name === 'PostgreSQL' ? 8 : 25 },
    )
  })
})

/** Sums up, check by check, the time after each failed one. */
function bruteForce(changes: readonly { at: number; up: boolean }[], now: number, window: number): number {
  let down = 0
  for (const [index, { at, up }] of changes.entries()) {
    if (up) continue
    const end = Math.min(changes[index + 1]?.at ?? now, now)
    down += Math.max(0, end - Math.max(at, now - window))
  }
  return 1 - down / window
}
