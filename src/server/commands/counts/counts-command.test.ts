import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openStorage } from '../../store/open-storage.ts'
import type { NewReceipt, Store } from '../../store/store.ts'
import { aReceipt } from '../../testing/receipts.ts'
import { runInTerminal } from '../../testing/run-in-terminal.ts'
import { runCli } from '../run-cli.ts'

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-counts-'))
let store: Store

const counts = (...args: string[]) => runInTerminal(runCli, ['counts', ...args, '--quiet'], { DATA_DIR })
const rowsOf = async (...args: string[]) => {
  const { out } = await counts(
    ...args,
    '--format',
    'csv',
    '--from',
    '2026-10-01',
    '--to',
    '2026-10-12',
    '--zone',
    'America/Chicago',
  )
  return out.split('\n').slice(1, -1)
}

async function register(times: number, change: Partial<NewReceipt>, outcome = 'answered'): Promise<void> {
  for (let time = 0; time < times; time++) {
    const receipt = aReceipt({ state: 'MI', door: 'element', screen: 'en', ...change })
    const [key, owner] = [receipt.id, 'o']
    await store.forms.begin({ key, fingerprint: 'f', owner, now: 1, lease: 2, until: 3, receipt })
    const end = { id: receipt.id, outcome, status: 200, at: receipt.at }
    await store.forms.end({ key, owner, outcome: 'sealed', until: 3, receipt: end })
  }
}

beforeAll(async () => {
  const storage = await openStorage({ dataDir: DATA_DIR }, 'owner')
  if (storage === undefined) throw new Error('There is a folder.')
  store = storage.store
  const monday = Date.parse('2026-10-05T15:00:00Z')
  await register(7, { at: monday, campaign: 'source=Table+2&shift=am', partner: 'acme' })
  await register(6, { at: monday, campaign: 'source=Tür+%26+Tor'.replace('ü', '%C3%BC') })
  await register(2, { at: monday, campaign: 'source=kitchen', state: 'TN' })
  // Tuesday in UTC, and Monday in Chicago.
  await register(1, { at: Date.parse('2026-10-06T04:59:59Z'), state: 'TN' })
  await register(8, { at: Date.parse('2026-10-06T05:00:00Z'), screen: 'es' })
  await register(9, { at: monday }, 'refused')
})

afterAll(async () => {
  await store.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

describe('counts', () => {
  it('are of the days of the zone, of all registrations that the service confirmed', async () => {
    expect(await rowsOf()).toEqual([
      '2026-10-01,',
      '2026-10-02,',
      '2026-10-03,',
      '2026-10-04,',
      '2026-10-05,16',
      '2026-10-06,8',
      '2026-10-07,',
      '2026-10-08,',
      '2026-10-09,',
      '2026-10-10,',
      '2026-10-11,',
    ])
    expect(await rowsOf('--by', 'week')).toEqual(['2026-09-28,', '2026-10-05,24'])
  })

  it('are by source, shift, state and language, with what has no such value, and the total', async () => {
    expect(await rowsOf('--by', 'shift')).toEqual(['(none),17', 'am,7', '(all),24'])
    expect(await rowsOf('--by', 'language')).toEqual(['en,16', 'es,8', '(all),24'])
    expect(await rowsOf('--by', 'partner')).toEqual(['(none),17', 'acme,7', '(all),24'])
    expect(await rowsOf('--by', 'source', '--partner', 'acme')).toEqual(['Table 2,7', '(all),7'])
  })

  it('name no source of fewer than five voters, and none that would give it away', async () => {
    // "kitchen" has two, so the smallest other one is hidden with it.
    expect(await rowsOf('--by', 'source')).toEqual(['(none),9', 'Table 2,7', '(all),24'])
    expect(await rowsOf('--by', 'state')).toEqual(['(all),24'])
    expect((await counts('--by', 'source,state', '--from', '2026-10-01', '--to', '2026-10-12')).out).not.toContain(
      'kitchen',
    )
  })

  it('are by outcome of everything that was forwarded, each outcome by itself', async () => {
    expect(await rowsOf('--by', 'outcome')).toEqual(['answered,24', 'refused,9'])
    expect(await rowsOf('--by', 'outcome,language')).toEqual([
      'answered,en,16',
      'answered,es,8',
      'answered,(all),24',
      'refused,en,9',
      'refused,(all),9',
    ])
  })

  it('come as a table, and as JSON with the zone, the days and null for what is not shown', async () => {
    const args = ['--by', 'week,language', '--from', '2026-09-28', '--to', '2026-10-12', '--zone', 'America/Chicago']
    expect((await counts(...args)).out).toBe(
      'week        language  count\n2026-09-28  (all)     -\n2026-10-05  (all)     24\n2026-10-05  en        16\n2026-10-05  es        8\n',
    )
    expect(JSON.parse((await counts(...args, '--format', 'json')).out)).toMatchObject({
      zone: 'America/Chicago',
      from: '2026-09-28',
      to: '2026-10-12',
      rows: [{ week: '2026-09-28', language: '(all)', count: null }, { count: 24 }, { count: 16 }, { count: 8 }],
    })
  })

  it('of a partner are of the days of its own time zone, unless another one is asked for', async () => {
    const PARTNERS_FILE = path.join(DATA_DIR, 'partners.json')
    const acme = { name: 'Acme', privacy_url: 'https://acme.example/privacy', time_zone: 'Pacific/Kiritimati' }
    writeFileSync(PARTNERS_FILE, JSON.stringify({ acme, other: { ...acme, time_zone: undefined } }))
    const zoneOf = async (...args: string[]) => {
      const all = ['counts', '--format', 'json', '--quiet', ...args]
      const { out } = await runInTerminal(runCli, all, { DATA_DIR, PARTNERS_FILE })
      return z.object({ zone: z.string() }).parse(JSON.parse(out)).zone
    }
    expect(await zoneOf('--partner', 'acme')).toBe('Pacific/Kiritimati')
    expect(await zoneOf('--partner', 'acme', '--zone', 'Asia/Tokyo')).toBe('Asia/Tokyo')
    const here = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
    expect(await zoneOf('--partner', 'other')).toBe(here)
    expect(await zoneOf()).toBe(here)
  })

  it('of a partner that nobody knows are a mistake, not a number under five', async () => {
    const { code, out, err } = await counts('--partner', 'amce')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^No receipt names a partner "amce".* Check the spelling/)
  })

  it.each([
    [['--by', 'day,week'], '--by has day and week: every day has its week, got "day,week".'],
    [['--by', 'state,source,door'], '--by has more than two names, besides outcome, got "state,source,door".'],
    [['--by', "x'y"], '--by is not a list of names such as day,source, got "x\'y".'],
    [['--zone', 'Chicago'], '--zone is not a time zone such as America/Chicago, got "Chicago".'],
    [['--from', 'monday'], '--from is not a day such as 2026-10-01, got "monday".'],
    [
      ['--from', '2026-10-05', '--to', '2026-10-05'],
      '--to must be a day after --from: 2026-10-05 up to 2026-10-05 is no day.',
    ],
    [['--format', 'xml'], '--format is table, csv or json, got "xml".'],
  ])('say what is wrong with %j', async (args, sentence) => {
    const { code, err } = await counts(...args)
    expect(err.split('\n')[0]).toBe(sentence)
    expect(code).toBe(2)
  })
})
